import type { OwnStandingData } from '@muster/site/pages/people/data.ts';
import type { Loader } from '../context.ts';
import { loadStanding } from '../person/standing.ts';
import { loadRecord } from './record.ts';

/** What applies to oneself and why; open also to who is banned. */
export const loadOwnStanding: Loader<OwnStandingData> = async ({ database, viewer, now }) => {
  if (viewer === null) {
    return null;
  }
  const { person_id, username } = viewer;
  const [sanctions, items] = await Promise.all([
    loadRecord(database, { personId: person_id, readerId: person_id, now }),
    loadStanding(database, person_id, now),
  ]);
  return { username, sanctions, items };
};
