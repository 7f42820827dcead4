import { findDamage } from '@muster/database';
import type { HealthData } from '@muster/site/pages/health/data.ts';
import type { HostFacts, Loader } from '../context.ts';
import { toSheet } from './emergency-sheet.ts';
import { toDamaged, toParts } from './health-parts.ts';
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
  try {
    const [row, jobs, host] = await Promise.all([
      readParts(database, now),
      readJobs(database, now),
      readHost?.() ?? noHost,
    ]);
    const figures = { row, jobs, host, damage: database.damage };
    return { parts: toParts(figures, now), sheet: toSheet(row, host, now) };
  } catch (error) {
    const words = findDamage(error);
    if (words === null) {
      throw error;
    }
    // Where the figures themselves cannot be read, this is what there is to say.
    return { parts: [toDamaged({ at: now, words })], sheet: null };
  }
};
