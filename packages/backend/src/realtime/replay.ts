import { type Database, DatabaseUnavailable } from '@muster/database';
import type { UserBody } from './frames.ts';

/** What was said on a private channel before somebody joined it. */
export interface ReplayedMessage {
  id: string;
  event: string;
  body: UserBody;
}

interface Row {
  id: string;
  event: string;
  json: string | null;
  bytes: Buffer | null;
}

/** The last moment that PostgreSQL's reading of milliseconds and Supabase's know. */
const lastMoment = Date.UTC(9999, 11, 31);

/**
 * The last messages of a private channel since a moment, the oldest first; those of 72 hours are kept. Who may
 * hear them is asked before. Null: `since` is no moment.
 * @throws DatabaseUnavailable
 */
export async function readReplay(
  database: Database,
  topic: string,
  { since, limit }: { since: number | null; limit: number },
): Promise<ReplayedMessage[] | null> {
  if (since === null || Math.abs(since) > lastMoment) {
    return null;
  }
  const rows = await database.query<Row>(
    `select id, event, payload::text as json, binary_payload as bytes from realtime.messages
     where topic = $1 and extension = 'broadcast' and private and event is not null
       and (payload is not null or binary_payload is not null)
       and inserted_at >= greatest(to_timestamp($2::float8 / 1000), now() - interval '72 hours') at time zone 'UTC'
       and inserted_at < (now() + interval '1 minute') at time zone 'UTC'
     order by inserted_at desc, id desc limit $3`,
    [topic, since, limit],
  );
  return rows.toReversed().map(({ id, event, json, bytes }) => ({
    ...{ id, event },
    body: {
      isJson: json !== null,
      bytes: json === null ? (bytes ?? Buffer.alloc(0)) : Buffer.from(json),
    },
  }));
}

/** Why nothing could be replayed, as the client reads it. */
export function toReplayFault(thrown: unknown): string {
  if (thrown instanceof DatabaseUnavailable) {
    return 'UnableToReplayMessages: Realtime was unable to replay messages';
  }
  throw thrown;
}
