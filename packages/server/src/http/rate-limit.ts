import type { Queryable } from '@muster/database';

export interface RateLimit {
  /** What is counted, with whom it is counted for: `command:<person>`. */
  key: string;
  most: number;
  seconds: number;
}

/**
 * Counts one request against a limit shared by all processes of the database. Returns null while it is
 * kept, else the seconds until the next may come. One statement.
 */
export async function takeFromLimit(
  queryable: Queryable,
  { key, most, seconds }: RateLimit,
): Promise<number | null> {
  const [row] = await queryable.query<{ count: number; wait: number }>(
    `insert into private.request_counts as c (key, window_ends_at, count)
     values ($1, now() + make_interval(secs => $2), 1)
     on conflict (key) do update set
       count = case when c.window_ends_at <= now() then 1 else c.count + 1 end,
       window_ends_at = case when c.window_ends_at <= now() then excluded.window_ends_at else c.window_ends_at end
     returning count, ceil(extract(epoch from window_ends_at - now()))::integer as wait`,
    [key, seconds],
  );
  return row !== undefined && row.count > most ? Math.max(row.wait, 1) : null;
}
