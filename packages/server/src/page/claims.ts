import type { JsonInstant } from './instants.ts';

/**
 * How long somebody keeps what they took in hand and did not act on, in milliseconds: nobody is kept waiting by who has
 * gone. Of a dispute both sides are asked first, but it is less than a day: pages tell the hour alone.
 */
const lasts = { case: 30 * 60 * 1000, dispute: 12 * 3600 * 1000 } as const;

type Claimed = keyof typeof lasts;

/** SQL: whether a claim that was made at an instant holds still; both are places in a statement. */
export const toClaimHoldsSql = (claimed: Claimed, heldAt: string, now: string) =>
  `${heldAt} > ${now}::timestamptz - interval '${lasts[claimed] / 1000} seconds'`;

/** When a claim that was made at an instant lapses by itself. */
export const toClaimEnd = (claimed: Claimed, heldAt: JsonInstant | Date) =>
  new Date(new Date(heldAt).getTime() + lasts[claimed]).toISOString();
