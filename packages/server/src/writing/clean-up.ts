import type { Database } from '@muster/database';

/** Forgets drafts that nobody has touched for ninety days, and who had a text open yesterday. */
export async function cleanUpWriting(database: Database, now: Date): Promise<void> {
  await database.query(
    `delete from private.drafts where at < $1::timestamptz - interval '90 days'`,
    [now],
  );
  await database.query(
    `delete from private.text_presence where seen_at < $1::timestamptz - interval '1 day'`,
    [now],
  );
}
