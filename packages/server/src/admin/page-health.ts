import type { HealthData } from '@muster/site/pages/health/data.ts';
import type { HostFacts, Loader } from '../context.ts';
import { toSheet } from './emergency-sheet.ts';
import { toParts } from './health-parts.ts';
import { readJobs, readParts } from './health-query.ts';

/** Where nobody has said anything of the host. */
const noHost: HostFacts = {
  ...{ muster: '', node: '', mailWay: 'none', disk: null, pending: 0 },
  ...{ hasBackups: false, journal: null, emergency: null },
};

/** How the league's parts are; for site admins alone. */
export const loadHealth: Loader<HealthData> = async ({ database, viewer, now, readHost }) => {
  if (viewer?.is_site_admin !== true) {
    return { parts: null, sheet: null };
  }
  const [row, jobs, host] = await Promise.all([
    readParts(database, now),
    readJobs(database, now),
    readHost?.() ?? noHost,
  ]);
  return { parts: toParts(row, jobs, host, now), sheet: toSheet(row, host, now) };
};
