import type { Queryable } from '@muster/database';
import {
  type LadderEvent,
  type StreamEvent,
  type StreamKind,
  type StreamName,
  type StreamState,
  standingEvents,
} from '@muster/league';
import { kinds } from '../kinds/kinds.ts';
import { startReplay } from '../streams.ts';
import { Checkpoints } from './checkpoints.ts';
import { createTurns } from './slices.ts';

/** So far apart are the states that are kept: what a look at a ladder replays at most after the first. */
const checkpointEvery = 2000;
/** Those of a log of 100,000 events and some; they share what did not change between them. */
const mostCheckpoints = 64;
/** Who looks at a past day follows links to its other pages. */
const mostAsked = 8;
const mostLogs = 2;
const page = 1000;
const replayColumns = 'sequence, ladder_id, match_id, type, version, actor_id, at';
/** A recomputation reckons anew what a result moves; with it a result names half the ladder. */
const standingData = `case when type in ('result_overturned', 'season_closed') then data
  else data - '{moves,ratings,scores}'::text[] end as data`;

type LoggedEvent<K extends StreamKind = 'ladder'> = StreamEvent<K> & { sequence: number };

/** What one process remembers of the logs of one database. A log is only ever added to: none of it grows old. */
class Past {
  readonly checkpoints = new Checkpoints(mostCheckpoints);
  readonly asked = new Checkpoints(mostAsked);
  readonly #logs = new Map<string, LoggedEvent[]>();
  readonly #turns = new Map<string, Promise<unknown>>();

  /** Works on a log one after the other: who asks meanwhile finds what the first has kept. */
  async inTurn<T>(log: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(log) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(log, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(log) === turn) {
        this.#turns.delete(log);
      }
    }
  }

  /** What is known of a ladder's standings, for who reads on. */
  getStandingLog(log: string): LoggedEvent[] {
    const events = this.#logs.get(log) ?? [];
    // The last used stand at the end.
    this.#logs.delete(log);
    this.#logs.set(log, events);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > mostLogs && oldest !== undefined) {
      this.#logs.delete(oldest);
    }
    return events;
  }
}

const pasts = new WeakMap<Queryable, Past>();

function getPast(queryable: Queryable): Past {
  const past = pasts.get(queryable) ?? new Past();
  pasts.set(queryable, past);
  return past;
}

/** A place in the log of a stream. */
interface Place<K extends StreamKind> {
  kind: K;
  stream: StreamName<K>;
  /** The hash of its first event. */
  log: string;
  sequence: number;
}

/** A stream of which the past is asked. */
interface Look<K extends StreamKind> {
  kind: K;
  stream: StreamName<K>;
  at: string;
}

/** Where a stream's log stood at an instant; null before its first event. */
async function findPlace<K extends StreamKind>(
  queryable: Queryable,
  { kind, stream, at }: Look<K>,
): Promise<Place<K> | null> {
  const [row] = await queryable.query<{ sequence: string; log: string }>(
    `select e.sequence, first.hash as log from public.league_events e
     join public.league_events first on first.stream = e.stream and first.sequence = 1
     where e.stream = $1 and e.at <= $2 order by e.at desc, e.sequence desc limit 1`,
    [stream, at],
  );
  return row === undefined ? null : { kind, stream, log: row.log, sequence: Number(row.sequence) };
}

interface Stretch {
  after: number;
  until?: number;
  /** Only events of these types. */
  types?: readonly string[];
}

/** What a replay needs of the events of a stretch of a stream, in order; lets others have their turn in between. */
async function* readEvents<K extends StreamKind>(
  queryable: Queryable,
  stream: StreamName<K>,
  stretch: Stretch,
) {
  const { after, until = Number.MAX_SAFE_INTEGER, types = null } = stretch;
  let last = after;
  const takeTurns = createTurns();
  while (last < until) {
    const rows = await queryable.query<{ at: Date; sequence: string }>(
      `select ${replayColumns}, ${types === null ? 'data' : standingData} from public.league_events
       where stream = $1 and sequence > $2 and sequence <= $3 and ($4::text[] is null or type = any($4))
       order by sequence limit ${page}`,
      [stream, last, until, types],
    );
    for (const row of rows) {
      last = Number(row.sequence);
      yield { ...row, sequence: last, at: row.at.toISOString() } as unknown as LoggedEvent<K>;
      const turn = takeTurns();
      if (turn !== null) {
        await turn;
      }
    }
    if (rows.length < page) {
      return;
    }
  }
}

async function replayUntil<K extends StreamKind>(
  queryable: Queryable,
  { kind, stream, log, sequence: until }: Place<K>,
): Promise<StreamState<K>> {
  const { checkpoints, asked } = getPast(queryable);
  const [one, other] = [checkpoints.find(kind, log, until), asked.find(kind, log, until)];
  const from = (one?.sequence ?? 0) > (other?.sequence ?? 0) ? one : other;
  if (from?.sequence === until) {
    return from.state;
  }
  const replaying = startReplay(kind, from?.state);
  let sequence = from?.sequence ?? 0;
  for await (const event of readEvents<K>(queryable, stream, { after: sequence, until })) {
    replaying.take(event);
    sequence += 1;
    if (sequence % checkpointEvery === 0) {
      checkpoints.keep({ kind, log, sequence, state: kinds[kind].copy(replaying.getState()) });
    }
  }
  const state = replaying.getState();
  asked.keep({ kind, log, sequence: until, state });
  return state;
}

/** The state of a stream as of an instant: its events up to then, and nothing that came later. Not to be changed. */
export async function loadStateAt<K extends StreamKind>(
  queryable: Queryable,
  look: Look<K>,
): Promise<StreamState<K>> {
  const place = await findPlace(queryable, look);
  if (place === null) {
    return kinds[look.kind].empty;
  }
  return getPast(queryable).inTurn(place.log, () => replayUntil(queryable, place));
}

/** All that a ladder's standings are reckoned anew from, without what that reckons. Not to be changed. */
export async function loadStandingLog(
  queryable: Queryable,
  stream: StreamName<'ladder'>,
): Promise<readonly LadderEvent[]> {
  const [first] = await queryable.query<{ hash: string }>(
    'select hash from public.league_events where stream = $1 and sequence = 1',
    [stream],
  );
  if (first === undefined) {
    return [];
  }
  const past = getPast(queryable);
  return past.inTurn(first.hash, async () => {
    const log = past.getStandingLog(first.hash);
    const after = log.at(-1)?.sequence ?? 0;
    for await (const event of readEvents<'ladder'>(queryable, stream, {
      after,
      types: standingEvents,
    })) {
      log.push(event);
    }
    return log;
  });
}
