import type { ServerState } from '@muster/site/pages/servers/data.ts';
import type { Protocol } from './fields.ts';
import { missesOfSilence } from './silence.ts';

/** What of a server says how it is; instants are strings where it comes as JSON. */
export interface KindRow {
  protocol: Protocol;
  asked_at: Date | string | null;
  seen_at: Date | string | null;
  misses: number;
  fault: string | null;
  is_demo: boolean;
  /** Since when none of all has answered. */
  blind_since: Date | string | null;
  /** It is the only one that is asked out there. */
  is_alone: boolean;
}

/** A server's row as pages read it. */
export interface StateRow extends KindRow {
  players: number | null;
  max_players: number | null;
  bots: number | null;
  map: string | null;
  ping: number | null;
  has_password: boolean | null;
  version: string | null;
  people: string[] | null;
  silent_since: Date | string | null;
}

/** The columns of `KindRow`, of the table as `s`. */
export const kindColumns = `s.protocol, s.asked_at, s.seen_at, s.misses, s.fault, s.is_demo,
  (select w.blind_since from private.server_watch w) as blind_since,
  coalesce(s.id = (select case when count(*) = 1 then (array_agg(o.id))[1] end from public.game_servers o
    where o.retired_at is null and o.protocol <> 'manual' and not o.is_demo), false) as is_alone`;

/** The columns of `StateRow`, of the table as `s`. */
export const stateColumns = `${kindColumns}, s.players, s.max_players, s.bots, s.map, s.ping, s.has_password, s.version,
  s.people, s.silent_since`;

const toInstant = (at: Date | string | null) => (at === null ? null : new Date(at).toISOString());

/** Whether a silence is the server's: with one server alone, and with a service that is gone itself, nobody can tell. */
const isTellable = ({ protocol, fault, is_alone }: KindRow) =>
  !is_alone && !(protocol === 'portal' && fault === 'unavailable');

/** What may be said of a server: that it answers, that it is silent, or that nobody can tell. */
export function toServerKind(row: KindRow): ServerState['kind'] {
  const { protocol, seen_at, asked_at, misses, fault, blind_since, is_demo } = row;
  if (protocol === 'manual' || (protocol === 'portal' && seen_at === null && fault !== null)) {
    return 'announced';
  }
  if (seen_at === null) {
    return asked_at === null || misses < missesOfSilence ? 'waiting' : 'unheard';
  }
  if (misses >= missesOfSilence) {
    return isTellable(row) ? 'silent' : 'unknown';
  }
  return blind_since === null || is_demo ? 'answers' : 'unknown';
}

/** How a server is, as far as anybody can tell, and what it said of itself. */
export function toServerState(row: StateRow): ServerState {
  const kind = toServerKind(row);
  const { players, max_players, bots, map, ping, has_password, version, people } = row;
  const isUnheard = kind === 'silent' || kind === 'unknown';
  const firstMissed = row.misses >= missesOfSilence ? row.silent_since : row.blind_since;
  const since = isUnheard ? firstMissed : null;
  return {
    kind,
    since: toInstant(since),
    claim:
      kind === 'answers' && players !== null
        ? {
            ...{ players, max_players, bots, ping, people },
            map: map === '' ? null : map,
            has_password: has_password === true,
            version: version === '' ? null : version,
          }
        : null,
  };
}
