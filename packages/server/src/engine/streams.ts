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
  isLive,
  type LadderEvent,
  type LadderState,
  type LeagueEvent,
  type Match,
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

/** An event of a match that the state is without would be in the log and change nothing. */
function requireMatch({ name, state }: HeldStream, { type, match_id }: EventDraft): void {
  const isNamed = match_id !== null && type !== 'challenge_made';
  if (isNamed && isLadderState(name, state) && state.matches[match_id] === undefined) {
    throw new Error(`${type}: the match ${match_id} was not brought into the state of ${name}`);
  }
}

/** Puts events at the end of a held stream's log and returns them sealed, with the stream after them. */
export function appendTo(
  stream: HeldStream,
  drafts: readonly EventDraft[],
): { stream: HeldStream; events: LeagueEvent[] } {
  let after = stream;
  const events: LeagueEvent[] = [];
  for (const draft of drafts) {
    requireMatch(after, draft);
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

/** The matches that changed, and those whose disputes or appeals did: by these they may be over, or not any more. */
function listChangedMatches(old: LadderState, after: LadderState): Match[] {
  const cases = [
    ...listChanged(old.disputes, after.disputes),
    ...listChanged(old.appeals, after.appeals),
  ];
  const ids = [
    ...listChanged(old.matches, after.matches).map(({ id }) => id),
    ...cases.map(({ match_id }) => match_id),
  ];
  return [...new Set(ids)].flatMap((id) => after.matches[id] ?? []);
}

function listChangedMembers(name: string, before: StreamState, after: StreamState): object[] {
  if (!isLadderState(name, after)) {
    return [];
  }
  const old = before as LadderState;
  const toRows = (collection: string, members: { id: string }[], isLive: (id: string) => boolean) =>
    members.map((state) => ({ collection, id: state.id, is_live: isLive(state.id), state }));
  const always = () => true;
  const never = () => false;
  const isLiveMatch = (id: string) => {
    const match = after.matches[id];
    return match !== undefined && isLive(after, match);
  };
  return [
    ...toRows('entries', listChanged(old.entries, after.entries), always),
    ...toRows('matches', listChangedMatches(old, after), isLiveMatch),
    ...toRows('disputes', listChanged(old.disputes, after.disputes), never),
    ...toRows('appeals', listChanged(old.appeals, after.appeals), never),
    ...toRows('runs', listChanged(old.runs, after.runs), always),
  ];
}

/** A new season begins with empty collections. */
function isNewSeason(name: string, before: StreamState, after: StreamState): boolean {
  return isLadderState(name, after) && (before as LadderState).season?.id !== after.season?.id;
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
    update private.stream_members set is_current = false where stream = $2 and is_current and $7
  )
  insert into private.stream_members (stream, collection, id, is_live, sequence, state)
  select $2, collection, id, is_live, $3, state
  from jsonb_populate_recordset(null::private.stream_members, $8::jsonb)
  on conflict (stream, collection, id) do update set
    is_live = excluded.is_live, sequence = excluded.sequence, state = excluded.state`;

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
    isNewSeason(name, before.state, state),
    JSON.stringify(listChangedMembers(name, before.state, state)),
  ]);
}
