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
  const [sanctions, items, [asked]] = await Promise.all([
    loadRecord(database, { personId: person_id, readerId: person_id, now }),
    loadStanding(database, person_id, now),
    database.query<{ count: number }>(
      `select count(*)::integer as count from private.case_questions q join private.cases c on c.id = q.case_id
       where q.person_id = $1 and q.answer is null and c.status in ('open', 'appealed')`,
      [person_id],
    ),
  ]);
  return { username, sanctions, items, questions: asked?.count ?? 0 };
};
