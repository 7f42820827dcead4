import type { Database } from '@muster/database';

/** All that is written in the league and may show a picture, a text a row. */
const written = `
  select texts::text as text from private.text_revisions
  union all select texts::text from private.drafts
  union all select offered::text from private.laid_texts
  union all select body::text from public.articles
  union all select body::text from public.pages
  union all select about::text from public.games
  union all select description::text from public.ladders
  union all select body::text from public.archives`;

/**
 * Forgets drafts that nobody has touched for ninety days, who had a text open yesterday, and pictures of more than a
 * day ago that no text shows, and none of its former versions or drafts.
 */
export async function cleanUpWriting(database: Database, now: Date): Promise<void> {
  await database.query(
    `delete from private.drafts where at < $1::timestamptz - interval '90 days'`,
    [now],
  );
  await database.query(
    `delete from private.text_presence where seen_at < $1::timestamptz - interval '1 day'`,
    [now],
  );
  await database.query(
    `delete from private.pictures
     where created_at < $1::timestamptz - interval '1 day' and key not in (
       select found[1] from (${written}) w, regexp_matches(w.text, '/api/pictures/([0-9a-f]{32})/', 'g') found)`,
    [now],
  );
}
