import type { Queryable, Transaction } from '@muster/database';
import {
  type LeagueEvent,
  type StreamEvent,
  type StreamKind,
  type StreamName,
  type StreamState,
  sealEvent,
} from '@muster/league';
import { createId } from './ids.ts';
import type { HeldStream, Replay, StreamChange } from './kinds/kind.ts';
import { kinds } from './kinds/kinds.ts';

/** Folds a stream from its first event, or on from a state that stays as it is. */
export function startReplay<K extends StreamKind>(
  kind: K,
  from: StreamState<K> = kinds[kind].empty,
): Replay<K> {
  return kinds[kind].replay(kinds[kind].copy(from));
}

interface EventRow {
  at: Date;
  sequence: string;
}

/** A row of the log as the rules know the event. */
export function toLeagueEvent<K extends StreamKind = StreamKind>(row: object): LeagueEvent<K> {
  // A stream's name says what kind of events it holds; no other writer puts anything else in it.
  const { at, sequence, ...rest } = row as EventRow;
  return { ...rest, at: at.toISOString(), sequence: Number(sequence) } as unknown as LeagueEvent<K>;
}

export const eventColumns =
  'id, stream, sequence, ladder_id, match_id, type, version, actor_id, at, data, previous_hash, hash';

/** The events of a stream after a sequence, in order. */
export async function listEvents<K extends StreamKind = StreamKind>(
  queryable: Queryable,
  name: StreamName<K>,
  after = 0,
  limit = 1_000_000,
): Promise<LeagueEvent<K>[]> {
  const rows = await queryable.query<object>(
    `select ${eventColumns} from public.league_events
     where stream = $1 and sequence > $2 order by sequence limit $3`,
    [name, after, limit],
  );
  return rows.map((row) => toLeagueEvent<K>(row));
}

/** Puts events at the end of a held stream's log and returns them sealed, with the stream after them. */
export function appendTo<K extends StreamKind>(
  stream: HeldStream<K>,
  drafts: readonly StreamEvent<K>[],
): { stream: HeldStream<K>; events: LeagueEvent<K>[] } {
  const { kind, name } = stream;
  let { sequence, hash, at, state } = stream;
  const events: LeagueEvent<K>[] = [];
  for (const draft of drafts) {
    const place = { id: createId(Date.parse(draft.at)), stream: name, previous_hash: hash };
    const event = sealEvent<K>(draft, { ...place, sequence: sequence + 1 });
    state = kinds[kind].apply(state, event);
    ({ sequence, hash, at } = event);
    events.push(event);
  }
  return { stream: { kind, name, sequence, hash, at, state }, events };
}

/** What events have made of a stream, for those who bring it on. */
export function toChange<K extends StreamKind>(
  before: HeldStream<K>,
  after: HeldStream<K>,
  events: readonly LeagueEvent<K>[],
  { isDemo = false } = {},
): StreamChange<K> {
  return {
    kind: after.kind,
    stream: after.name,
    sequence: after.sequence,
    before: before.state,
    after: after.state,
    events,
    isDemo,
  };
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
export async function saveStream<K extends StreamKind>(
  transaction: Transaction,
  before: HeldStream<K>,
  after: HeldStream<K>,
  events: readonly LeagueEvent<K>[],
): Promise<void> {
  const kind = kinds[after.kind];
  await transaction.query(saveStatement, [
    JSON.stringify(events),
    after.name,
    after.sequence,
    after.hash,
    kind.findDue(after.state),
    JSON.stringify(kind.toRoot(after.state)),
    kind.dropsMembers(before.state, after.state),
    JSON.stringify(kind.listChangedMembers(before.state, after.state)),
  ]);
}
