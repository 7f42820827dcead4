import type { Database } from '@muster/database';
import {
  findChainFault,
  type LadderState,
  type LeagueEvent,
  type TeamState,
  toCanonicalJson,
} from '@muster/league';
import { emptyState, listEvents, type StreamState, startReplay, toRootState } from './streams.ts';

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

async function replay(database: Database, stream: string): Promise<Replay> {
  const replaying = startReplay(stream);
  let last: LeagueEvent | null = null;
  for (;;) {
    const events = await listEvents(database, stream, last?.sequence ?? 0, page);
    for (const event of events) {
      const fault = findChainFault(event, last);
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
  if (toCanonicalJson(stored ?? null) === toCanonicalJson(replayed ?? null)) {
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

async function compareStates(
  database: Database,
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
  const members = await database.query<{ collection: 'entries'; id: string; state: unknown }>(
    'select collection, id, state from private.stream_members where stream = $1 and is_current',
    [stream],
  );
  const expected = (['entries', 'matches', 'disputes', 'appeals', 'runs'] as const).reduce(
    (sum, name) => sum + Object.keys(ladder[name]).length,
    0,
  );
  if (members.length !== expected) {
    return `the state has ${members.length} members, the log ${expected}`;
  }
  for (const { collection, id, state: stored } of members) {
    const found = findStateDifference(`${collection} ${id}`, stored, ladder[collection][id]);
    if (found !== null) {
      return found;
    }
  }
  return null;
}

async function compareStandings(
  database: Database,
  { entries, season }: LadderState,
): Promise<string | null> {
  const rows = await database.query<Record<string, unknown>>(
    `select id, status, rung, wins, losses, draws, streak, mu, sigma from public.entries where season_id = $1`,
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
    };
    const difference = findStateDifference(`entry ${entry?.name ?? row.id}`, row, replayed);
    if (difference !== null) {
      return difference;
    }
  }
  return null;
}

async function compareMatches(
  database: Database,
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
  database: Database,
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

async function compareTables(
  database: Database,
  stream: string,
  state: StreamState,
): Promise<string | null> {
  const inStates = await compareStates(database, stream, state);
  if (inStates !== null || stream === 'site') {
    return inStates;
  }
  if (stream.startsWith('team:')) {
    return compareRoster(database, state as TeamState);
  }
  const ladder = state as LadderState;
  return (await compareStandings(database, ladder)) ?? (await compareMatches(database, ladder));
}

async function verifyStream(database: Database, { stream, sequence, hash }: Head) {
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

/**
 * Replays every stream from its first event and compares chain, states, standings, matches and rosters
 * with the tables. Stops at the first difference. Reads one snapshot, so it may run while the league does.
 */
export async function verify(database: Database): Promise<Verification> {
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
  return { events, streams: heads.length, difference: null };
}
