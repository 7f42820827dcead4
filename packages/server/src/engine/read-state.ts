import type { Queryable, Transaction } from '@muster/database';
import { emptyLadder, type LadderState, type StreamName, toLiveState } from '@muster/league';
import { applyEvent, emptyState, listEvents, type StreamState } from './streams.ts';

/** A stream's state, as its log has it after one of its events. A ladder's is without the matches that are over. */
interface ReadState {
  sequence: number;
  state: StreamState;
}

/** The same with the event's hash: a stream whose demonstration is dropped begins another log. */
export interface KnownState extends ReadState {
  hash: string;
}

/** What each process remembers of the streams it has held, so that a busy ladder is not read anew for each command. */
export class StreamCache {
  readonly #states = new Map<string, KnownState>();
  readonly #limit: number;

  constructor(limit = 200) {
    this.#limit = limit;
  }

  get(name: string): KnownState | undefined {
    return this.#states.get(name);
  }

  /** To be called only once the transaction that led to the state has committed. */
  set(name: string, { sequence, hash, state }: KnownState): void {
    this.#states.delete(name);
    const isLadder = name.startsWith('ladder:');
    const kept = isLadder ? toLiveState(state as LadderState) : state;
    this.#states.set(name, { sequence, hash, state: kept });
    const [oldest] = this.#states.keys();
    if (this.#states.size > this.#limit && oldest !== undefined) {
      this.#states.delete(oldest);
    }
  }
}

type Collection = 'entries' | 'matches' | 'disputes' | 'appeals' | 'runs';

interface MemberRow {
  collection: Collection;
  id: string;
  /** Null where it is what it was at the sequence that was named. */
  state: object | null;
}

/** The dispute and the appeal of each match of `matches`, by their keys: a stream's past has thousands of them. */
const toCasesSql = (matches: string) => `
  select of_match.* from ${matches} match
  cross join lateral (values ('disputes', match.state ->> 'dispute_id'), ('appeals', match.state ->> 'appeal_id'))
    as named (collection, id)
  cross join lateral (
    select found.collection, found.id, found.state from private.stream_members found
    where found.stream = $1 and found.collection = named.collection and found.id = named.id::uuid
    limit 1) of_match
  where named.id is not null`;

/** $1 the stream, $2 the sequence after which a member must have changed to be told. A row each: a long text is parsed at one go. */
const membersStatement = `
  with live as materialized (
    select collection, id, sequence, state from private.stream_members
    where stream = $1 and is_current and is_live
  ), open as (select state from live where collection = 'matches')
  select collection, id, case when sequence > $2 then state end as state from live
  union all ${toCasesSql('open')}`;

/** $1 the stream, $2 the match. */
const matchStatement = `
  with match as materialized (
    select collection, id, state from private.stream_members
    where stream = $1 and collection = 'matches' and id = $2 and is_current
  )
  select collection, id, state from match
  union all ${toCasesSql('match')}`;

function listKept({ state }: ReadState): Record<Collection, Record<string, object>> {
  // Only ladders have members.
  return state as LadderState;
}

/** Puts the members into the state's collections; null where one is not known that should be. */
function toLadderState(
  root: object,
  rows: readonly MemberRow[],
  known: ReadState | undefined,
): LadderState | null {
  const found: Record<Collection, Record<string, object>> = {
    entries: {},
    matches: {},
    disputes: {},
    appeals: {},
    runs: {},
  };
  for (const { collection, id, state } of rows) {
    const member = state ?? (known && listKept(known)[collection][id]);
    if (member === undefined) {
      return null;
    }
    found[collection][id] = member;
  }
  // The tables hold what the rules have put there.
  return { ...emptyLadder, ...root, ...found } as LadderState;
}

/** Reads a stream's state from its tables; of a ladder's members that are known only what has changed since. */
async function readState(
  queryable: Queryable,
  name: string,
  known?: ReadState,
): Promise<ReadState> {
  const [root] = await queryable.query<{ sequence: string; state: StreamState }>(
    'select sequence, state from private.stream_states where stream = $1',
    [name],
  );
  if (root === undefined) {
    return { sequence: 0, state: emptyState(name) };
  }
  const sequence = Number(root.sequence);
  if (!name.startsWith('ladder:')) {
    return { sequence, state: root.state };
  }
  const rows = await queryable.query<MemberRow>(membersStatement, [name, known?.sequence ?? -1]);
  const state = toLadderState(root.state, rows, known);
  return state === null ? readState(queryable, name) : { sequence, state };
}

/** Whether a state is of the log that the stream has, from an event before its last. */
async function isOfLog(
  queryable: Queryable,
  name: string,
  { sequence, hash }: KnownState,
): Promise<boolean> {
  const found = await queryable.query(
    'select 1 from public.league_events where stream = $1 and sequence = $2 and hash = $3',
    [name, sequence, hash],
  );
  return found.length > 0;
}

/** The state of a stream whose head is locked. */
export async function catchUp(
  transaction: Transaction,
  name: string,
  head: { sequence: number; hash: string },
  cache: StreamCache,
): Promise<StreamState> {
  const known = cache.get(name);
  if (known?.sequence === head.sequence && known.hash === head.hash) {
    return known.state;
  }
  const isBehind = known !== undefined && (await isOfLog(transaction, name, known));
  const read = await readState(transaction, name, isBehind ? known : undefined);
  if (read.sequence === head.sequence) {
    return read.state;
  }
  if (name.startsWith('ladder:')) {
    throw new Error(`The state of ${name} is of ${read.sequence}, its log of ${head.sequence}`);
  }
  const missed = await listEvents(transaction, name, read.sequence);
  return missed.reduce((state, event) => applyEvent(name, state, event), read.state);
}

/** Brings a match into a ladder's state that may be over, with its dispute and its appeal. */
export async function addMatch(
  queryable: Queryable,
  name: StreamName,
  state: LadderState,
  matchId: string,
): Promise<LadderState> {
  if (state.matches[matchId] !== undefined) {
    return state;
  }
  const rows = await queryable.query<MemberRow>(matchStatement, [name, matchId]);
  const added = toLadderState({}, rows, undefined);
  if (rows.length === 0 || added === null) {
    return state;
  }
  return {
    ...state,
    matches: { ...state.matches, ...added.matches },
    disputes: { ...state.disputes, ...added.disputes },
    appeals: { ...state.appeals, ...added.appeals },
  };
}

/**
 * A ladder as of now with one of its matches, for reading only: no lock is taken and nothing is remembered.
 * The transaction must read one snapshot: the state stands in several rows.
 */
export async function readLadder(
  transaction: Transaction,
  name: StreamName,
  matchId: string,
): Promise<LadderState> {
  const { state } = await readState(transaction, name);
  // The state of a stream named `ladder:` is a ladder's.
  return addMatch(transaction, name, state as LadderState, matchId);
}
