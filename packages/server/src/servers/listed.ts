import type { Queryable } from '@muster/database';
import type { Protocol } from './fields.ts';
import { missesOfSilence } from './silence.ts';
import type { Asked } from './wire/ask-server.ts';

/** Why nothing was heard of a server. */
export type Fault =
  | 'silent'
  | 'malformed'
  /** Its name has no address. */
  | 'unresolved'
  /** It has one that may not be spoken to. */
  | 'not_allowed'
  /** The service that would know does not answer. */
  | 'unavailable'
  /** That service does not know it. */
  | 'unlisted';

/** What became of asking a listed server. */
export type Outcome = Extract<Asked, { kind: 'answered' }> | { kind: 'missed'; fault: Fault };

/** A listed server as whoever asks it needs to know it. */
export interface Listed {
  id: string;
  page: string;
  name: string;
  protocol: Exclude<Protocol, 'manual'>;
  host: string | null;
  port: number | null;
  is_demo: boolean;
  misses: number;
  seen_at: Date | null;
  /** What a reader would see change, as one text. */
  shown: string;
}

/** The servers that were asked before, or those that never were. */
export function listAsked(
  queryable: Queryable,
  { isNew }: { isNew: boolean },
): Promise<readonly Listed[]> {
  return queryable.query<Listed>(
    `select s.id, s.page, s.name, s.protocol, a.host, a.query_port as port, s.is_demo, s.misses, s.seen_at,
       ${shownSql('s')} as shown
     from public.game_servers s
     left join private.game_server_addresses a on a.game_server_id = s.id
     where s.retired_at is null and s.protocol <> 'manual' and (s.asked_at is null) = $1
     -- A name that nobody resolves takes its time: the others are not kept waiting behind it.
     order by s.fault is not distinct from 'unresolved', s.position limit 500`,
    [isNew],
  );
}

/** What of a server's row stands on pages, but its ping, which is never the same twice. */
export const shownSql = (row: string) =>
  `concat_ws('|', ${row}.players, ${row}.max_players, ${row}.bots, ${row}.map, ${row}.has_password, ${row}.version,
     ${row}.game_port, array_to_string(${row}.people, ','), ${row}.misses >= ${missesOfSilence}, ${row}.seen_at is null)`;
