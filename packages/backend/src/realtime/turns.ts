/** How long one turn of the event loop may do this work, in milliseconds. */
const turnMs = 8;

/**
 * Shares the event loop: what clients ask for is done for so long at a time, then everything else has its
 * turn. Those who wait go on in the order in which they came, one a turn.
 */
export class Turns {
  #startedAt: number | null = null;
  readonly #waiting: (() => void)[] = [];

  /** Whether this turn has had its time. */
  get isOver(): boolean {
    const now = performance.now();
    if (this.#startedAt === null) {
      this.#startedAt = now;
      setImmediate(() => {
        this.#startedAt = null;
      });
    }
    return now - this.#startedAt > turnMs;
  }

  /** Resolves when it is one's turn. */
  async take(): Promise<void> {
    if (this.#waiting.length === 0 && !this.isOver) {
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (this.#waiting.length === 1) {
      setImmediate(() => this.#next());
    }
    await promise;
  }

  #next(): void {
    this.#waiting.shift()?.();
    if (this.#waiting.length > 0) {
      setImmediate(() => this.#next());
    }
  }
}
