import type { StreamKind, StreamState } from '@muster/league';

/** What a log came to with one of its events. */
export interface Checkpoint<K extends StreamKind = StreamKind> {
  kind: K;
  /** The hash of the log's first event: a stream whose demonstration is dropped begins another log. */
  log: string;
  sequence: number;
  state: StreamState<K>;
}

interface Kept {
  checkpoint: Checkpoint;
  members: number;
}

/**
 * How many entries, matches and the like all kept states may have together. What two states have in common
 * they share: then one costs a place in a collection, some 40 bytes; else some hundred more.
 */
const mostMembers = 250_000;

/** States that a process keeps of logs it has replayed, so many at most: those used last. */
export class Checkpoints {
  readonly #kept = new Map<string, Kept>();
  readonly #most: number;
  readonly #mostMembers: number;
  #members = 0;

  constructor(most: number, members = mostMembers) {
    this.#most = most;
    this.#mostMembers = members;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** The nearest at or before a place in a log. */
  find<K extends StreamKind>(kind: K, log: string, sequence: number): Checkpoint<K> | undefined {
    let nearest: Kept | undefined;
    for (const kept of this.#kept.values()) {
      const { checkpoint } = kept;
      const isBefore = checkpoint.log === log && checkpoint.sequence <= sequence;
      if (isBefore && checkpoint.sequence > (nearest?.checkpoint.sequence ?? 0)) {
        nearest = kept;
      }
    }
    if (nearest !== undefined) {
      this.#putLast(nearest);
    }
    const found = nearest?.checkpoint;
    return found !== undefined && isOfKind(found, kind) ? found : undefined;
  }

  keep<K extends StreamKind>(checkpoint: Checkpoint<K>): void {
    this.#putLast({ checkpoint, members: countMembers(checkpoint.state) });
    for (const [key, { members }] of this.#kept) {
      const isFull = this.#kept.size > this.#most || this.#members > this.#mostMembers;
      // The last stays, however large it is: who asked for it may ask again.
      if (!isFull || this.#kept.size === 1) {
        return;
      }
      this.#kept.delete(key);
      this.#members -= members;
    }
  }

  #putLast(kept: Kept): void {
    const { log, sequence } = kept.checkpoint;
    const key = `${log} ${sequence}`;
    this.#members += kept.members - (this.#kept.get(key)?.members ?? 0);
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }
}

function isOfKind<K extends StreamKind>(
  checkpoint: Checkpoint,
  kind: K,
): checkpoint is Checkpoint<K> {
  return checkpoint.kind === kind;
}

function countMembers(state: StreamState): number {
  return Object.values<unknown>({ ...state }).reduce<number>(
    (sum, part) => sum + (typeof part === 'object' && part !== null ? Object.keys(part).length : 0),
    0,
  );
}
