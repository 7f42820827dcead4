import { takeToken } from '@muster/backend';
import type { Queryable } from '@muster/database';

export interface RateLimit {
  /** What is counted, with whom it is counted for: `command:<person>`. */
  key: string;
  /** So many at once, and so many in each `seconds`, evenly. */
  most: number;
  seconds: number;
}

/** Counts a request. Returns null where it is within its limit, else the seconds, 1 at least, until one will be. */
export function countRequest(
  queryable: Queryable,
  { key, most, seconds }: RateLimit,
  now: Date,
): Promise<number | null> {
  return takeToken(queryable, { key, capacity: most, perSecond: most / seconds }, now);
}
