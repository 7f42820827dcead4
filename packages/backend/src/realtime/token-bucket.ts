/** How much may come at once, and how much more each second. */
export interface BucketLimit {
  burst: number;
  perSecond: number;
}

/** Counts what one client does against a limit. */
export class TokenBucket {
  readonly #limit: BucketLimit;
  #tokens: number;
  #filledAt: number;

  constructor(limit: BucketLimit, now: number) {
    this.#limit = limit;
    this.#tokens = limit.burst;
    this.#filledAt = now;
  }

  /** Whether so much more is allowed at `now`, in milliseconds of a clock that never goes back. */
  take(now: number, amount = 1): boolean {
    const { burst, perSecond } = this.#limit;
    const gained = ((now - this.#filledAt) / 1000) * perSecond;
    this.#tokens = Math.min(burst, this.#tokens + gained);
    this.#filledAt = now;
    if (this.#tokens < amount) {
      return false;
    }
    this.#tokens -= amount;
    return true;
  }
}
