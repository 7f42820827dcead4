import type { Queryable } from '@muster/database';
import type { SitePageData } from '@muster/site/pages/site-page/data.ts';
import type { Loader, LoaderInput } from '../context.ts';
import { toProse } from '../page/markdown.ts';
import { type Ages, readTexts, toAgesSql } from '../writing/reading.ts';
import type { PageSlug } from './slugs.ts';

interface PageRow {
  title: Record<string, string>;
  summary: Record<string, string>;
  body: Record<string, string>;
  ages: Ages | null;
}

const statement = `select p.title, p.summary, p.body, ${toAgesSql('pages', 'p.slug')} as ages
  from public.pages p where p.slug = $1 and p.title <> '{}'`;

/** Pages that people are judged by: an older translation of one gives way to its original. */
const binding: readonly PageSlug[] = ['conduct', 'terms', 'privacy'];

/** A page's text in the reader's language; null as long as it has none. */
export async function readSitePage(
  queryable: Queryable,
  slug: PageSlug,
  input: Pick<LoaderInput, 'locale' | 'url' | 'settings'>,
): Promise<SitePageData | null> {
  const [row] = await queryable.query<PageRow>(statement, [slug]);
  if (row === undefined) {
    return null;
  }
  const { reading, title, summary, body } = readTexts({
    ...input,
    texts: row,
    ages: row.ages,
    prefersOriginal: binding.includes(slug),
  });
  return { slug, title, summary, body: toProse(body), reading };
}

/** What the league says of itself under this address. */
export const loadSitePage =
  (slug: PageSlug): Loader<SitePageData> =>
  (input) =>
    readSitePage(input.database, slug, input);
