import type { Queryable, Transaction } from '@muster/database';
import {
  applyLadder,
  applySite,
  applyTeam,
  assignPatch,
  type EventDraft,
  emptyLadder,
  emptySite,
  emptyTeam,
  findNextDeadline,
  type LadderEvent,
  type LadderState,
  type LeagueEvent,
  type SiteEvent,
  type SiteState,
  type StreamName,
  sealEvent,
  type TeamEvent,
  type TeamState,
  toPatch,
} from '@muster/league';
import { listChanged } from './changes.ts';
import { createId } from './ids.ts';

/** The state of any stream; which one follows from the stream's name. */
export type StreamState = LadderState | TeamState | SiteState;

/** A stream locked by this transaction: where its log stands, and what it comes to. */
export interface HeldStream {
  name: StreamName;
  sequence: number;
  hash: string;
  /** The instant of its last event; nothing after it may be dated earlier. */
  at: string | null;
  state: StreamState;
}

const collections = ['entries', 'matches', 'disputes', 'appeals', 'runs'] as const;

/** The state of a stream of which nothing has happened yet. */
export function emptyState(name: string): StreamState {
  if (name.startsWith('ladder:')) {
    return emptyLadder;
  }
  return name === 'site' ? emptySite : emptyTeam;
}

/** The state after one event of the stream. */
export function applyEvent(name: string, state: StreamState, event: EventDraft): StreamState {
  // A stream's name says what kind of events and state it holds; no other writer puts anything else in it.
  if (name.startsWith('ladder:')) {
    return applyLadder(state as LadderState, event as LadderEvent);
  }
  return name === 'site'
    ? applySite(state as SiteState, event as SiteEvent)
    : applyTeam(state as TeamState, event as TeamEvent);
}

/**
 * Folds a stream from its first event, or on from a state that is given away; a ladder's state is its
 * own, so nothing is copied at each step.
 */
export function startReplay(
  name: string,
  from?: StreamState,
): {
  take(event: EventDraft): void;
  getState(): StreamState;
} {
  if (name.startsWith('ladder:')) {
    const state = (from ?? structuredClone(emptyLadder)) as LadderState;
    return {
      take: (event) => assignPatch(state, toPatch(state, event as LadderEvent)),
      getState: () => state,
    };
  }
  let state = from ?? emptyState(name);
  return {
    take: (event) => {
      state = applyEvent(name, state, event);
    },
    getState: () => state,
  };
}

function isLadderState(name: string, _state: StreamState): _state is LadderState {
  return name.startsWith('ladder:');
}

/** The same state as one's own, for a replay to go on from. */
export function copyState(name: string, state: StreamState): StreamState {
  if (!isLadderState(name, state)) {
    return state;
  }
  const copies = collections.map((collection) => [collection, { ...state[collection] }]);
  return { ...state, ...Object.fromEntries(copies) };
}

interface EventRow extends Omit<LeagueEvent, 'at' | 'sequence'> {
  at: Date;
  sequence: string;
}

/** A row of the log as the rules know the event. */
export function toLeagueEvent(row: object): LeagueEvent {
  const { at, sequence, ...rest } = row as EventRow;
  return { ...rest, at: at.toISOString(), sequence: Number(sequence) } as LeagueEvent;
}

export const eventColumns =
  'id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash';

/** The events of a stream after a sequence, in order. */
export async function listEvents(queryable: Queryable, name: string, after = 0, limit = 1_000_000) {
  const rows = await queryable.query<object>(
    `select ${eventColumns} from public.league_events
     where stream = $1 and sequence > $2 order by sequence limit $3`,
    [name, after, limit],
  );
  return rows.map(toLeagueEvent);
}

/** What each process remembers of the streams it has held, so that a busy ladder is not read anew for each command. */
export class StreamCache {
  readonly #states = new Map<string, { sequence: number; state: StreamState }>();
  readonly #limit: number;

  constructor(limit = 200) {
    this.#limit = limit;
  }

  get(name: string): { sequence: number; state: StreamState } | undefined {
    return this.#states.get(name);
  }

  /** To be called only once the transaction that led to the state has committed. */
  set(name: string, sequence: number, state: StreamState): void {
    this.#states.delete(name);
    this.#states.set(name, { sequence, state });
    const [oldest] = this.#states.keys();
    if (this.#states.size > this.#limit && oldest !== undefined) {
      this.#states.delete(oldest);
    }
  }
}

async function readState(
  transaction: Transaction,
  name: string,
): Promise<{ sequence: number; state: StreamState }> {
  const [root] = await transaction.query<{ sequence: string; state: StreamState }>(
    'select sequence, state from private.stream_states where stream = $1',
    [name],
  );
  if (root === undefined) {
    return { sequence: 0, state: emptyState(name) };
  }
  if (!name.startsWith('ladder:')) {
    return { sequence: Number(root.sequence), state: root.state };
  }
  const members = await transaction.query<{ collection: string; members: object }>(
    `select collection, jsonb_object_agg(id, state) as members
     from private.stream_members where stream = $1 and is_current group by collection`,
    [name],
  );
  const found = Object.fromEntries(
    members.map(({ collection, members: all }) => [collection, all]),
  );
  return { sequence: Number(root.sequence), state: { ...emptyLadder, ...root.state, ...found } };
}

/**
 * A ladder's state as of now, for reading only: no lock is taken and nothing is remembered. The transaction
 * must read one snapshot: the state stands in several rows.
 */
export async function readLadder(transaction: Transaction, name: StreamName): Promise<LadderState> {
  const start = await readState(transaction, name);
  const missed = await listEvents(transaction, name, start.sequence);
  // The state of a stream named `ladder:` is a ladder's.
  return missed.reduce(
    (state, event) => applyEvent(name, state, event),
    start.state,
  ) as LadderState;
}

async function catchUp(
  transaction: Transaction,
  name: string,
  head: { sequence: number },
  cache: StreamCache,
): Promise<StreamState> {
  const kept = cache.get(name);
  const start =
    kept !== undefined && kept.sequence <= head.sequence
      ? kept
      : await readState(transaction, name);
  if (start.sequence === head.sequence) {
    return start.state;
  }
  const missed = await listEvents(transaction, name, start.sequence);
  return missed.reduce((state, event) => applyEvent(name, state, event), start.state);
}

interface Head {
  stream: StreamName;
  sequence: string;
  hash: string;
  at: Date | null;
}

async function lockHeads(transaction: Transaction, names: readonly StreamName[]): Promise<Head[]> {
  // Two statements, sent together: the one that waits for the locks goes on seeing the log as it was before it
  // waited, and would not find the event that it waited for.
  const [heads, lasts] = await Promise.all([
    transaction.query<Omit<Head, 'at'>>(
      `select stream, sequence, hash from public.stream_heads
       where stream = any($1) order by stream collate "C" for update`,
      [names],
    ),
    transaction.query<{ stream: StreamName; at: Date }>(
      `select e.stream, e.at from public.stream_heads h
       join public.league_events e on e.stream = h.stream and e.sequence = h.sequence
       where h.stream = any($1)`,
      [names],
    ),
  ]);
  const instants = new Map(lasts.map(({ stream, at }) => [stream, at]));
  return heads.map((head) => ({ ...head, at: instants.get(head.stream) ?? null }));
}

/** Locks the heads of the streams, in the order of their names, and brings their states. */
export async function holdStreams(
  transaction: Transaction,
  names: readonly StreamName[],
  cache: StreamCache,
): Promise<Map<StreamName, HeldStream>> {
  const wanted = [...new Set(names)].sort();
  let heads = await lockHeads(transaction, wanted);
  if (heads.length < wanted.length) {
    await transaction.query(
      'insert into public.stream_heads (stream) select unnest($1::text[]) on conflict do nothing',
      [wanted],
    );
    heads = await lockHeads(transaction, wanted);
  }
  const held = new Map<StreamName, HeldStream>();
  for (const { stream, sequence, hash, at } of heads) {
    const head = {
      name: stream,
      sequence: Number(sequence),
      hash,
      at: at?.toISOString() ?? null,
    };
    held.set(stream, { ...head, state: await catchUp(transaction, stream, head, cache) });
  }
  return held;
}

/** Puts events at the end of a held stream's log and returns them sealed, with the stream after them. */
export function appendTo(
  stream: HeldStream,
  drafts: readonly EventDraft[],
): { stream: HeldStream; events: LeagueEvent[] } {
  let after = stream;
  const events: LeagueEvent[] = [];
  for (const draft of drafts) {
    const event = sealEvent(draft, {
      id: createId(Date.parse(draft.at)),
      stream: stream.name,
      sequence: after.sequence + 1,
      previous_hash: after.hash,
    });
    events.push(event);
    after = {
      name: stream.name,
      sequence: event.sequence,
      hash: event.hash,
      at: event.at,
      state: applyEvent(stream.name, after.state, event),
    };
  }
  return { stream: after, events };
}

function listChangedMembers(name: string, before: StreamState, after: StreamState): object[] {
  if (!isLadderState(name, after)) {
    return [];
  }
  const old = before as LadderState;
  return collections.flatMap((collection) =>
    listChanged<{ id: string }>(old[collection], after[collection]).map((state) => ({
      stream: name,
      collection,
      id: state.id,
      state,
    })),
  );
}

/** A new season begins with empty collections. */
function listGoneMembers(name: string, before: StreamState, after: StreamState): string[] {
  if (!isLadderState(name, after)) {
    return [];
  }
  const old = before as LadderState;
  return collections.flatMap((collection) =>
    old[collection] === after[collection]
      ? []
      : Object.keys(old[collection]).filter((id) => after[collection][id] === undefined),
  );
}

/** What stands in the stream's own row: everything but the members of the collections. */
export function toRootState(name: string, state: StreamState): object {
  if (!isLadderState(name, state)) {
    return state;
  }
  const { entries: _e, matches: _m, disputes: _d, appeals: _a, runs: _r, ...root } = state;
  return root;
}

/** The log's new lines, the head, the stream's own state and the members that changed or went, at once. */
const saveStatement = `
  with lines as (
    insert into public.league_events (${eventColumns})
    select ${eventColumns} from jsonb_populate_recordset(null::public.league_events, $1::jsonb)
  ), head as (
    update public.stream_heads set sequence = $3, hash = $4 where stream = $2
  ), root as (
    insert into private.stream_states (stream, sequence, due_at, state) values ($2, $3, $5, $6)
    on conflict (stream) do update set
      sequence = excluded.sequence, due_at = excluded.due_at, state = excluded.state
  ), gone as (
    update private.stream_members set is_current = false where stream = $2 and id = any($7::uuid[])
  )
  insert into private.stream_members (stream, collection, id, state)
  select stream, collection, id, state
  from jsonb_populate_recordset(null::private.stream_members, $8::jsonb)
  on conflict (stream, collection, id) do update set state = excluded.state`;

/** Writes the log's new lines, the head and the states that changed. */
export async function saveStream(
  transaction: Transaction,
  before: HeldStream,
  after: HeldStream,
  events: readonly LeagueEvent[],
): Promise<void> {
  const { name, sequence, hash, state } = after;
  await transaction.query(saveStatement, [
    JSON.stringify(events),
    name,
    sequence,
    hash,
    isLadderState(name, state) ? findNextDeadline(state) : null,
    JSON.stringify(toRootState(name, state)),
    listGoneMembers(name, before.state, state),
    JSON.stringify(listChangedMembers(name, before.state, state)),
  ]);
}
