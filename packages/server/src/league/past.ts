import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queryable } from '@muster/database';
import { type LadderEvent, STANDING_EVENTS, type StreamName } from '@muster/league';
import { Checkpoints } from './checkpoints.ts';
import { copyState, emptyState, type StreamState, startReplay } from './streams.ts';

/** So far apart are the states that are kept: what a look at a ladder replays at most after the first. */
const checkpointEvery = 2000;
/** Those of a log of 100,000 events and some; they share what did not change between them. */
const mostCheckpoints = 64;
/** Who looks at a past day follows links to its other pages. */
const mostAsked = 8;
const mostLogs = 2;
const page = 1000;
/** So many milliseconds a replay may hold up everybody else. */
const sliceLimit = 5;

const replayColumns = 'sequence, ladder_id, match_id, type, version, actor_id, at, data';

type LoggedEvent = LadderEvent & { sequence: number };

/** What one process remembers of the logs of one database. A log is only ever added to: none of it grows old. */
class Past {
  readonly checkpoints = new Checkpoints(mostCheckpoints);
  readonly asked = new Checkpoints(mostAsked);
  readonly #logs = new Map<string, LoggedEvent[]>();
  readonly #turns = new Map<string, Promise<unknown>>();

  /** Works on a stream one after the other: who asks meanwhile finds what the first has kept. */
  async inTurn<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(stream) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(stream, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(stream) === turn) {
        this.#turns.delete(stream);
      }
    }
  }

  /** What is known of a ladder's standings; whoever reads on puts it at the end. */
  getLog(stream: string): LoggedEvent[] {
    const log = this.#logs.get(stream) ?? [];
    this.#logs.delete(stream);
    this.#logs.set(stream, log);
    const [oldest] = this.#logs.keys();
    if (this.#logs.size > mostLogs && oldest !== undefined) {
      this.#logs.delete(oldest);
    }
    return log;
  }
}

const pasts = new WeakMap<Queryable, Past>();

function getPast(queryable: Queryable): Past {
  const past = pasts.get(queryable) ?? new Past();
  pasts.set(queryable, past);
  return past;
}

/** Where a stream's log stood at an instant; 0 before its first event. */
async function findPlace(queryable: Queryable, stream: string, at: string): Promise<number> {
  const [row] = await queryable.query<{ sequence: string }>(
    `select sequence from public.league_events where stream = $1 and at <= $2
     order by at desc, sequence desc limit 1`,
    [stream, at],
  );
  return Number(row?.sequence ?? 0);
}

interface Stretch {
  after: number;
  until?: number;
  /** Only events of these types. */
  types?: readonly string[];
}

/** What a replay needs of the events of a stretch of a stream, in order; lets others have their turn in between. */
async function* readEvents(queryable: Queryable, stream: string, stretch: Stretch) {
  const { after, until = Number.MAX_SAFE_INTEGER, types = null } = stretch;
  let last = after;
  let sliceBegan = performance.now();
  while (last < until) {
    const rows = await queryable.query<{ at: Date; sequence: string }>(
      `select ${replayColumns} from public.league_events
       where stream = $1 and sequence > $2 and sequence <= $3 and ($4::text[] is null or type = any($4))
       order by sequence limit ${page}`,
      [stream, last, until, types],
    );
    sliceBegan = performance.now();
    for (const row of rows) {
      last = Number(row.sequence);
      yield { ...row, sequence: last, at: row.at.toISOString() } as unknown as LoggedEvent;
      if (performance.now() - sliceBegan > sliceLimit) {
        await nextTurn();
        sliceBegan = performance.now();
      }
    }
    if (rows.length < page) {
      return;
    }
  }
}

async function replayUntil(
  queryable: Queryable,
  stream: string,
  until: number,
): Promise<StreamState> {
  const { checkpoints, asked } = getPast(queryable);
  const [one, other] = [checkpoints.find(stream, until), asked.find(stream, until)];
  const from = (one?.sequence ?? 0) > (other?.sequence ?? 0) ? one : other;
  if (from?.sequence === until) {
    return from.state;
  }
  const replaying = startReplay(stream, from && copyState(stream, from.state));
  let sequence = from?.sequence ?? 0;
  for await (const event of readEvents(queryable, stream, { after: sequence, until })) {
    replaying.take(event);
    sequence += 1;
    if (sequence % checkpointEvery === 0) {
      checkpoints.keep({ stream, sequence, state: copyState(stream, replaying.getState()) });
    }
  }
  const state = replaying.getState();
  asked.keep({ stream, sequence: until, state });
  return state;
}

/** The state of a stream as of an instant: its events up to then, and nothing that came later. Not to be changed. */
export async function loadStateAt(
  queryable: Queryable,
  stream: StreamName,
  at: string,
): Promise<StreamState> {
  const place = await findPlace(queryable, stream, at);
  if (place === 0) {
    return emptyState(stream);
  }
  return getPast(queryable).inTurn(stream, () => replayUntil(queryable, stream, place));
}

/** All that a ladder's standings were ever made of, for who reckons them anew. Not to be changed. */
export async function loadStandingLog(
  queryable: Queryable,
  stream: StreamName,
): Promise<readonly LadderEvent[]> {
  const past = getPast(queryable);
  return past.inTurn(stream, async () => {
    const log = past.getLog(stream);
    const after = log.at(-1)?.sequence ?? 0;
    const stretch = { after, types: STANDING_EVENTS };
    for await (const event of readEvents(queryable, stream, stretch)) {
      log.push(event);
    }
    return log;
  });
}
