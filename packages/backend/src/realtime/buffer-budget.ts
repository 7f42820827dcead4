/** A client for whom something may wait. */
export interface Buffering {
  /** What waits for it, in bytes. */
  readonly bufferedBytes: number;
  /** Ends it, and with it what waits. */
  drop(): void;
}

/**
 * One budget for what waits for all clients together. What has been read meanwhile is only looked at
 * when the budget seems to be used up, so that the usual message costs nothing.
 */
export class BufferBudget {
  readonly #most: number;
  readonly #holders = new Set<Buffering>();
  /** Never less than what waits. */
  #estimate = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Told of bytes that wait from now on; drops those who hold up most where all together are too much. */
  add(holder: Buffering, bytes: number): void {
    this.#holders.add(holder);
    this.#estimate += bytes;
    if (this.#estimate > this.#most) {
      this.#settle();
    }
  }

  remove(holder: Buffering): void {
    this.#holders.delete(holder);
  }

  #settle(): void {
    this.#estimate = 0;
    for (const holder of this.#holders) {
      this.#estimate += holder.bufferedBytes;
      if (holder.bufferedBytes === 0) {
        this.#holders.delete(holder);
      }
    }
    if (this.#estimate <= this.#most) {
      return;
    }
    // To below the limit, so that the next message does not count everybody again.
    const enough = this.#most * 0.75;
    const largestFirst = [...this.#holders].sort((a, b) => b.bufferedBytes - a.bufferedBytes);
    for (const holder of largestFirst) {
      if (this.#estimate <= enough) {
        return;
      }
      this.#estimate -= holder.bufferedBytes;
      this.#holders.delete(holder);
      holder.drop();
    }
  }
}
