import type { Queryable } from '@muster/database';
import type { LadderEvent, StreamName } from '@muster/league';
import type { League } from './execute.ts';
import { type StreamState, startReplay } from './streams.ts';

/** So many events lie between two snapshots: what a look at the past replays at most. */
const snapshotEvery = 10_000;
const page = 5000;
/** States that one process remembers: whoever looks at a past day follows links to its other pages. */
const remembered = 8;

interface Place {
  sequence: number;
  hash: string;
}

const known = new WeakMap<Queryable, Map<string, StreamState>>();

/** The last event of a stream at an instant; null before its first. */
async function findPlace(queryable: Queryable, stream: string, at: string): Promise<Place | null> {
  const [row] = await queryable.query<{ sequence: string; hash: string }>(
    `select sequence, hash from public.league_events where stream = $1 and at <= $2
     order by at desc, sequence desc limit 1`,
    [stream, at],
  );
  return row === undefined ? null : { sequence: Number(row.sequence), hash: row.hash };
}

/** The nearest snapshot at or before a place, of this very log. */
async function findSnapshot(queryable: Queryable, stream: string, sequence: number) {
  const [row] = await queryable.query<{ sequence: string; state: StreamState }>(
    `select s.sequence, s.state from private.stream_snapshots s
     join public.league_events e on e.stream = s.stream and e.sequence = s.sequence and e.hash = s.hash
     where s.stream = $1 and s.sequence <= $2 order by s.sequence desc limit 1`,
    [stream, sequence],
  );
  return row === undefined ? null : { sequence: Number(row.sequence), state: row.state };
}

interface Stretch {
  after: number;
  until: number;
}

/** What a replay needs of the events of a stretch of a stream, in order. */
async function* readEvents(queryable: Queryable, stream: string, { after, until }: Stretch) {
  for (let last = after; last < until; ) {
    const rows = await queryable.query<{ at: Date; sequence: string }>(
      `select sequence, ladder_id, match_id, type, version, actor_id, at, data
       from public.league_events where stream = $1 and sequence > $2 and sequence <= $3
       order by sequence limit ${page}`,
      [stream, last, until],
    );
    if (rows.length === 0) {
      return;
    }
    for (const row of rows) {
      last = Number(row.sequence);
      yield { ...row, sequence: last, at: row.at.toISOString() } as unknown as LadderEvent;
    }
  }
}

async function replayUntil(queryable: Queryable, stream: string, until: number) {
  const snapshot = await findSnapshot(queryable, stream, until);
  const replaying = startReplay(stream, snapshot?.state);
  const stretch = { after: snapshot?.sequence ?? 0, until };
  for await (const event of readEvents(queryable, stream, stretch)) {
    replaying.take(event);
  }
  return replaying.getState();
}

/** The state of a stream as of an instant: its events up to then, and nothing that came later. */
export async function loadStateAt(
  queryable: Queryable,
  stream: StreamName,
  at: string,
): Promise<StreamState> {
  const place = await findPlace(queryable, stream, at);
  if (place === null) {
    return startReplay(stream).getState();
  }
  const states = known.get(queryable) ?? new Map<string, StreamState>();
  known.set(queryable, states);
  // The hash says which log it is; nothing before it can have changed.
  const state = states.get(place.hash) ?? (await replayUntil(queryable, stream, place.sequence));
  states.delete(place.hash);
  states.set(place.hash, state);
  const [oldest] = states.keys();
  if (states.size > remembered && oldest !== undefined) {
    states.delete(oldest);
  }
  return state;
}

/** A ladder's whole log, for what is reckoned anew. */
export async function loadLog(queryable: Queryable, stream: StreamName): Promise<LadderEvent[]> {
  const events: LadderEvent[] = [];
  const stretch = { after: 0, until: Number.MAX_SAFE_INTEGER };
  for await (const event of readEvents(queryable, stream, stretch)) {
    events.push(event);
  }
  return events;
}

async function keepSnapshot(queryable: Queryable, stream: string, sequence: number) {
  const state = await replayUntil(queryable, stream, sequence);
  await queryable.query(
    `insert into private.stream_snapshots (stream, sequence, hash, state)
     select stream, sequence, hash, $3 from public.league_events where stream = $1 and sequence = $2
     on conflict (stream, sequence) do update set hash = excluded.hash, state = excluded.state`,
    [stream, sequence, JSON.stringify(state)],
  );
}

/** Keeps the states of long ladders now and then, so that no look at the past replays much. */
export async function keepSnapshots({ database }: League, every = snapshotEvery): Promise<number> {
  const due = await database.query<{ stream: string; sequence: string; last: string }>(
    `select h.stream, h.sequence, coalesce(max(s.sequence), 0) as last
     from public.stream_heads h left join private.stream_snapshots s on s.stream = h.stream
     where h.stream like 'ladder:%' group by h.stream, h.sequence
     having h.sequence >= coalesce(max(s.sequence), 0) + $1`,
    [every],
  );
  let kept = 0;
  for (const { stream, sequence, last } of due) {
    for (let at = Number(last) + every; at <= Number(sequence); at += every) {
      await keepSnapshot(database, stream, at);
      kept += 1;
    }
  }
  return kept;
}
