import { hash as toDigest } from 'node:crypto';
import type { Database, Queryable } from '@muster/database';
import {
  findChainFault,
  isLive,
  isSame,
  type LadderState,
  type LeagueEvent,
  type SiteState,
  type TeamState,
} from '@muster/league';
import { toSanctionRow } from '../project/site.ts';
import { emptyState, listEvents, type StreamState, startReplay, toRootState } from '../streams.ts';
import { findKeptDifference } from './verify-kept.ts';

export interface Verification {
  events: number;
  streams: number;
  difference: { stream: string; sequence: number; what: string } | null;
}

const page = 5000;

interface Head {
  stream: string;
  sequence: string;
  hash: string;
}

interface Replay {
  state: StreamState;
  last: LeagueEvent | null;
  fault: string | null;
}

const hashNatively = (text: string) => toDigest('sha256', text);

async function replay(database: Queryable, stream: string): Promise<Replay> {
  const replaying = startReplay(stream);
  let last: LeagueEvent | null = null;
  for (;;) {
    const events = await listEvents(database, stream, last?.sequence ?? 0, page);
    for (const event of events) {
      const fault = findChainFault(event, last, hashNatively);
      last = event;
      if (fault !== null) {
        return { state: emptyState(stream), last, fault: `the chain breaks (${fault.fault})` };
      }
      replaying.take(event);
    }
    if (events.length < page) {
      return { state: replaying.getState(), last, fault: null };
    }
  }
}

/** The way to the first value that differs, as `time.starts_at`; null when none does. */
function findPath(stored: unknown, replayed: unknown): string | null {
  if (isSame(stored ?? null, replayed ?? null)) {
    return null;
  }
  if (
    typeof stored !== 'object' ||
    typeof replayed !== 'object' ||
    stored === null ||
    replayed === null
  ) {
    return '';
  }
  const keys = new Set([...Object.keys(stored), ...Object.keys(replayed)]);
  for (const key of keys) {
    const inner = findPath(Reflect.get(stored, key), Reflect.get(replayed, key));
    if (inner !== null) {
      return inner === '' ? key : `${key}.${inner}`;
    }
  }
  return '';
}

function findStateDifference(name: string, stored: unknown, replayed: unknown): string | null {
  const path = findPath(stored, replayed);
  return path === null
    ? null
    : `${name} is not what the log comes to${path === '' ? '' : ` (${path})`}`;
}

interface MemberRow {
  collection: 'entries' | 'matches' | 'disputes' | 'appeals' | 'runs';
  id: string;
  is_live: boolean;
  state: unknown;
}

async function compareStates(
  database: Queryable,
  stream: string,
  state: StreamState,
): Promise<string | null> {
  const [root] = await database.query<{ state: unknown }>(
    'select state from private.stream_states where stream = $1',
    [stream],
  );
  const difference = findStateDifference('the state', root?.state, toRootState(stream, state));
  if (difference !== null || !stream.startsWith('ladder:')) {
    return difference;
  }
  const ladder = state as LadderState;
  const members = await database.query<MemberRow>(
    'select collection, id, is_live, state from private.stream_members where stream = $1 and is_current',
    [stream],
  );
  const expected = (['entries', 'matches', 'disputes', 'appeals', 'runs'] as const).reduce(
    (sum, name) => sum + Object.keys(ladder[name]).length,
    0,
  );
  if (members.length !== expected) {
    return `the state has ${members.length} members, the log ${expected}`;
  }
  for (const { collection, id, is_live, state: stored } of members) {
    const name = `${collection} ${id}`;
    const found = findStateDifference(name, stored, ladder[collection][id]);
    if (found !== null) {
      return found;
    }
    const match = collection === 'matches' ? ladder.matches[id] : undefined;
    if (match !== undefined && is_live !== isLive(ladder, match)) {
      return `${name} is not what the log comes to (is_live)`;
    }
  }
  return null;
}

async function compareStandings(
  database: Queryable,
  { entries, season }: LadderState,
): Promise<string | null> {
  const rows = await database.query<Record<string, unknown>>(
    `select e.id, e.status, e.rung, e.wins, e.losses, e.draws, e.streak, e.mu, e.sigma,
       last.mu as charted_mu, last.sigma as charted_sigma
     from public.entries e
     left join lateral (select r.mu, r.sigma from public.entry_ratings r
       where r.entry_id = e.id order by r.sequence desc limit 1) last on true
     where e.season_id = $1`,
    [season?.id ?? null],
  );
  if (rows.length !== Object.keys(entries).length) {
    return `the table has ${rows.length} entries, the log ${Object.keys(entries).length}`;
  }
  for (const row of rows) {
    const entry = entries[String(row.id)];
    const replayed = entry && {
      id: entry.id,
      status: entry.status,
      rung: entry.rung,
      wins: entry.record.wins,
      losses: entry.record.losses,
      draws: entry.record.draws,
      streak: entry.streak,
      mu: entry.rating?.mu ?? null,
      sigma: entry.rating?.sigma ?? null,
      charted_mu: entry.rating?.mu ?? null,
      charted_sigma: entry.rating?.sigma ?? null,
    };
    const difference = findStateDifference(`entry ${entry?.name ?? row.id}`, row, replayed);
    if (difference !== null) {
      return difference;
    }
  }
  return null;
}

async function compareMatches(
  database: Queryable,
  { matches, season }: LadderState,
): Promise<string | null> {
  const rows = await database.query<{
    id: string;
    status: string;
    version: number;
    winner: string | null;
  }>('select id, status, version, winner from public.matches where season_id = $1', [
    season?.id ?? null,
  ]);
  for (const { id, ...row } of rows) {
    const match = matches[id];
    const isDecided = match?.status === 'completed' || match?.status === 'forfeited';
    const replayed = match && {
      status: match.status,
      version: match.version,
      winner: isDecided ? (match.result?.winner ?? 'draw') : null,
    };
    const difference = findStateDifference(`match ${id}`, row, replayed);
    if (difference !== null) {
      return difference;
    }
  }
  return rows.length === Object.keys(matches).length
    ? null
    : `the table has ${rows.length} matches, the log ${Object.keys(matches).length}`;
}

async function compareRoster(
  database: Queryable,
  { team, members }: TeamState,
): Promise<string | null> {
  const rows = await database.query<{ person_id: string; role: string }>(
    'select person_id, role from public.rosters where team_id = $1 order by person_id',
    [team?.id ?? null],
  );
  const replayed = Object.values(members)
    .map(({ person_id, role }) => ({ person_id, role }))
    .sort((a, b) => a.person_id.localeCompare(b.person_id));
  return findStateDifference(`the roster of ${team?.name}`, rows, replayed);
}

async function compareSanctions(
  database: Queryable,
  { sanctions }: SiteState,
): Promise<string | null> {
  const rows = await database.query<ReturnType<typeof toSanctionRow>>(
    `select id, person_id, ladder_id, kind, given_by, text_id, is_lifted,
       to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as starts_at,
       to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ends_at
     from public.sanctions`,
  );
  if (rows.length !== Object.keys(sanctions).length) {
    return `the table has ${rows.length} sanctions, the log ${Object.keys(sanctions).length}`;
  }
  for (const row of rows) {
    const sanction = sanctions[row.id];
    const replayed = sanction && toSanctionRow(sanction);
    const difference = findStateDifference(`sanction ${row.id}`, row, replayed);
    if (difference !== null) {
      return difference;
    }
  }
  return null;
}

async function compareTables(
  database: Queryable,
  stream: string,
  state: StreamState,
): Promise<string | null> {
  const inStates = await compareStates(database, stream, state);
  if (inStates !== null) {
    return inStates;
  }
  if (stream === 'site') {
    return compareSanctions(database, state as SiteState);
  }
  if (stream.startsWith('team:')) {
    return compareRoster(database, state as TeamState);
  }
  const ladder = state as LadderState;
  return (await compareStandings(database, ladder)) ?? (await compareMatches(database, ladder));
}

async function verifyStream(database: Queryable, { stream, sequence, hash }: Head) {
  const { state, last, fault } = await replay(database, stream);
  const at = last?.sequence ?? 0;
  if (fault !== null) {
    return { at, what: fault };
  }
  if (at !== Number(sequence) || (last !== null && last.hash !== hash)) {
    return { at, what: `the head stands at ${sequence}, the log ends at ${at}` };
  }
  return { at, what: await compareTables(database, stream, state) };
}

async function verifyAll(database: Queryable): Promise<Verification> {
  const heads = await database.query<Head>(
    'select stream, sequence, hash from public.stream_heads order by stream',
  );
  let events = 0;
  for (const head of heads) {
    const { at, what } = await verifyStream(database, head);
    events += at;
    if (what !== null) {
      return {
        events,
        streams: heads.length,
        difference: { stream: head.stream, sequence: at, what },
      };
    }
  }
  const what = await findKeptDifference(database);
  const difference = what === null ? null : { stream: 'tables', sequence: events, what };
  return { events, streams: heads.length, difference };
}

/**
 * Replays every stream from its first event and compares chain, states, standings, matches and rosters
 * with the tables, then what is kept for pages. Stops at the first difference. Reads one snapshot, so it may run while the league does.
 */
export function verify(database: Database): Promise<Verification> {
  return database.transaction(verifyAll, { isolation: 'repeatable read', readOnly: true });
}
