import { type BucketLimit, TokenBucket } from './token-bucket.ts';

/** Counts what each of many does against one limit. */
export class NamedBuckets {
  readonly #limit: BucketLimit;
  readonly #most: number;
  readonly #buckets = new Map<string, TokenBucket>();

  /** @param most how many are remembered; who has been silent for longest is forgotten first */
  constructor(limit: BucketLimit, most: number) {
    this.#limit = limit;
    this.#most = most;
  }

  /** Whether so much more is allowed to somebody at `now`, in milliseconds of a clock that never goes back. */
  take(name: string, now: number, amount = 1): boolean {
    const bucket = this.#buckets.get(name) ?? new TokenBucket(this.#limit, now);
    this.#buckets.delete(name);
    this.#buckets.set(name, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > this.#most && oldest !== undefined) {
      this.#buckets.delete(oldest);
    }
    return bucket.take(now, amount);
  }
}
