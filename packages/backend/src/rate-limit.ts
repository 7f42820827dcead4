import type { Queryable } from '@muster/database';

/** A bucket of tokens that refills evenly: each request takes one, and who finds none waits. */
export interface Bucket {
  /** What is counted, with whom it is counted for: `command:<person>`, `verify:<network>`. */
  key: string;
  /** How many tokens it holds. */
  capacity: number;
  perSecond: number;
  /** Tokens that are not for this asker. */
  kept?: number;
}

const available = `least($2::float8, bucket.tokens
  + greatest(0, extract(epoch from $4::timestamptz - bucket.refilled_at))::float8 * $3::float8)`;

/** $1 key, $2 capacity, $3 tokens a second, $4 now, $5 tokens kept for others. */
const statement = `
  with taken as (
    insert into private.rate_limits as bucket (key, tokens, refilled_at)
    values ($1, $2::float8 - 1, $4)
    on conflict (key) do update set
      tokens = ${available} - 1, refilled_at = greatest(bucket.refilled_at, $4::timestamptz)
    where ${available} >= 1 + $5::float8
    returning key
  )
  -- Who was refused while the bucket was being made does not see it yet.
  select case when not exists (select from taken) then coalesce((
    select greatest(1, ceil((1 + $5::float8 - ${available}) / $3::float8))
    from private.rate_limits bucket where bucket.key = $1)::integer, 1) end as wait`;

/**
 * Takes a token, in one statement, so that all processes of a database share the allowance. Returns null
 * where there was one, else the seconds, 1 at least, until there will be.
 */
export async function takeToken(
  queryable: Queryable,
  { key, capacity, perSecond, kept = 0 }: Bucket,
  now: Date,
): Promise<number | null> {
  const [row] = await queryable.query<{ wait: number | null }>(statement, [
    key,
    capacity,
    perSecond,
    now,
    kept,
  ]);
  return row?.wait ?? null;
}

/** Forgets the buckets that have long been full again. */
export async function cleanUpRateLimits(queryable: Queryable, now: Date): Promise<void> {
  await queryable.query(
    `delete from private.rate_limits where refilled_at < $1::timestamptz - interval '1 day'`,
    [now],
  );
}
