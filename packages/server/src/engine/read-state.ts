import type { Queryable, Transaction } from '@muster/database';
import type { LadderState, StreamKind, StreamName, StreamState } from '@muster/league';
import type { HeldStream, ReadState, StreamRoot } from './kinds/kind.ts';
import { isOfKind, kinds } from './kinds/kinds.ts';
import { addMatch } from './kinds/ladder-members.ts';
import { listEvents } from './streams.ts';

/** What each process remembers of the streams it has held, so that a busy ladder is not read anew for each command. */
export class StreamCache {
  readonly #streams = new Map<string, HeldStream>();
  readonly #limit: number;

  constructor(limit = 200) {
    this.#limit = limit;
  }

  get<K extends StreamKind>(kind: K, name: StreamName<K>): HeldStream<K> | undefined {
    const stream = this.#streams.get(name);
    return stream !== undefined && isOfKind(stream, kind) ? stream : undefined;
  }

  /** To be called only once the transaction that led to the state has committed. */
  set<K extends StreamKind>(stream: HeldStream<K>): void {
    this.#streams.delete(stream.name);
    const state = kinds[stream.kind].toKept(stream.state);
    this.#streams.set(stream.name, { ...stream, state });
    const [oldest] = this.#streams.keys();
    if (this.#streams.size > this.#limit && oldest !== undefined) {
      this.#streams.delete(oldest);
    }
  }
}

/** Reads a stream's state from its tables; of a ladder's members that are known only what has changed since. */
async function readState<K extends StreamKind>(
  queryable: Queryable,
  kind: K,
  name: StreamName<K>,
  known?: ReadState<StreamState<K>>,
): Promise<ReadState<StreamState<K>>> {
  const [root] = await queryable.query<{ sequence: string; state: StreamRoot<K> }>(
    'select sequence, state from private.stream_states where stream = $1',
    [name],
  );
  if (root === undefined) {
    return { sequence: 0, state: kinds[kind].empty };
  }
  const state = await kinds[kind].read(queryable, name, root.state, known);
  return state === null
    ? readState(queryable, kind, name)
    : { sequence: Number(root.sequence), state };
}

interface Head {
  sequence: number;
  hash: string;
}

/** Whether a state is of the log that the stream has, from an event before its last. */
async function isOfLog(
  queryable: Queryable,
  name: string,
  { sequence, hash }: Head,
): Promise<boolean> {
  const found = await queryable.query(
    'select 1 from public.league_events where stream = $1 and sequence = $2 and hash = $3',
    [name, sequence, hash],
  );
  return found.length > 0;
}

/** The state of a stream whose head is locked. */
async function catchUp<K extends StreamKind>(
  transaction: Transaction,
  kind: K,
  name: StreamName<K>,
  { head, cache }: { head: Head; cache: StreamCache },
): Promise<StreamState<K>> {
  const known = cache.get(kind, name);
  if (known?.sequence === head.sequence && known.hash === head.hash) {
    return known.state;
  }
  const isBehind = known !== undefined && (await isOfLog(transaction, name, known));
  const read = await readState(transaction, kind, name, isBehind ? known : undefined);
  if (read.sequence === head.sequence) {
    return read.state;
  }
  if (!kinds[kind].isReadWhole) {
    throw new Error(`The state of ${name} is of ${read.sequence}, its log of ${head.sequence}`);
  }
  const missed = await listEvents<K>(transaction, name, read.sequence);
  return missed.reduce((state, event) => kinds[kind].apply(state, event), read.state);
}

/**
 * A ladder as of now with one of its matches, for reading only: no lock is taken and nothing is remembered.
 * The transaction must read one snapshot: the state stands in several rows.
 */
export async function readLadder(
  transaction: Transaction,
  name: StreamName<'ladder'>,
  matchId: string,
): Promise<LadderState> {
  const { state } = await readState(transaction, 'ladder', name);
  return addMatch(transaction, name, state, matchId);
}

/** The stream whose head is locked, with its state. */
export async function readHeld<K extends StreamKind>(
  transaction: Transaction,
  kind: K,
  { name, at, ...head }: Head & { name: StreamName<K>; at: string | null },
  cache: StreamCache,
): Promise<HeldStream<K>> {
  const state = await catchUp(transaction, kind, name, { head, cache });
  return { kind, name, at, ...head, state };
}
