import type { AboutData } from '@muster/site/pages/about/data.ts';
import type { Loader } from '../context.ts';
import { toFigureSql } from '../page/figures.ts';
import { toText } from '../page/texts.ts';
import { readSitePage } from './page.ts';

interface AboutRow {
  figures: AboutData['figures'];
  articles: { slug: string; title: Record<string, string> }[];
}

const statement = `
  select json_build_object(
      'teams', ${toFigureSql('teams')}, 'people', ${toFigureSql('people')},
      'matches', ${toFigureSql('sides_of_results')} / 2,
      'events', (select coalesce(sum(sequence), 0)::int from public.stream_heads)) as figures,
    (select coalesce(json_agg(a), '[]') from (
      select slug, title from public.articles
      where published_at <= $1 and hidden_at is null order by published_at desc, slug limit 8) a) as articles`;

/** What the league says that it is, and what it is in figures. */
export const loadAbout: Loader<AboutData> = async (input) => {
  const { database, locale, now, settings } = input;
  const text = await readSitePage(database, 'about', input);
  const [row] = await database.query<AboutRow>(statement, [now]);
  if (row === undefined) {
    return null;
  }
  return {
    text,
    figures: row.figures,
    has_public_file: settings?.current.publicFile === true,
    articles: row.articles.map(({ slug, title }) => ({ slug, title: toText(title, locale) })),
  };
};
