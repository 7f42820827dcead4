import type { Database } from '@muster/database';
import * as v from 'valibot';

/** Ends of servers that were not told to end, as the launcher hands them to the next one. */
const endsSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ at: v.pipe(v.string(), v.isoTimestamp()), reason: v.string() })),
);

/** Writes down what the launcher says of the servers before this one, for the admins to see. */
export async function recordServerEnds(
  database: Database,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (environment.MUSTER_ENDS === undefined) {
    return;
  }
  const ends = v.parse(endsSchema, environment.MUSTER_ENDS);
  await database.query(
    `insert into private.server_ends (ended_at, reason)
     select ended_at, reason from unnest($1::timestamptz[], $2::text[]) as given (ended_at, reason)`,
    [ends.map(({ at }) => at), ends.map(({ reason }) => reason)],
  );
}
