import type { StreamState } from './streams.ts';

/** What a log came to with one of its events. */
export interface Checkpoint {
  /** The hash of the log's first event: a stream whose demonstration is dropped begins another log. */
  log: string;
  sequence: number;
  state: StreamState;
}

/** States that a process keeps of logs it has replayed, so many at most: those used last. */
export class Checkpoints {
  readonly #kept = new Map<string, Checkpoint>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** The nearest at or before a place in a log. */
  find(log: string, sequence: number): Checkpoint | undefined {
    let nearest: Checkpoint | undefined;
    for (const kept of this.#kept.values()) {
      const isBefore = kept.log === log && kept.sequence <= sequence;
      if (isBefore && kept.sequence > (nearest?.sequence ?? 0)) {
        nearest = kept;
      }
    }
    if (nearest !== undefined) {
      this.keep(nearest);
    }
    return nearest;
  }

  keep(checkpoint: Checkpoint): void {
    const key = `${checkpoint.log} ${checkpoint.sequence}`;
    // The last used stand at the end.
    this.#kept.delete(key);
    this.#kept.set(key, checkpoint);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > this.#most && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
  }
}
