import type { ArticleData } from '@muster/site/pages/articles/data.ts';
import type { Loader } from '../context.ts';
import { toProse } from '../page/markdown.ts';
import { toText } from '../page/texts.ts';
import { type Ages, readTexts, toAgesSql } from '../writing/reading.ts';

type Texts = Record<string, string>;

interface ArticleRow {
  slug: string;
  title: Texts;
  summary: Texts;
  body: Texts;
  author: string | null;
  published_at: Date;
  game: ArticleData['game'];
  ladder: ArticleData['ladder'];
  ages: Ages | null;
  others: { slug: string; title: Texts; summary: Texts }[];
}

const statement = `
  select a.slug, a.title, a.summary, a.body, a.author, a.published_at,
    (select json_build_object('slug', g.slug, 'name', g.name, 'has_page', g.has_casual_page)
      from public.games g where g.slug = a.game_slug) as game,
    (select json_build_object('slug', l.slug, 'name', l.name)
      from public.ladders l where l.id = a.ladder_id) as ladder,
    ${toAgesSql('articles', 'a.slug')} as ages,
    (select coalesce(json_agg(o), '[]') from (
      select slug, title, summary from public.articles
      where slug <> a.slug and published_at <= $2 and hidden_at is null order by published_at desc, slug limit 8) o) as others
  from public.articles a where a.slug = $1 and a.published_at <= $2 and a.hidden_at is null`;

/** An article, once it is published. */
export const loadArticle: Loader<ArticleData> = async (input) => {
  const { database, params, locale, now } = input;
  const [row] = await database.query<ArticleRow>(statement, [params.slug, now]);
  if (row === undefined) {
    return null;
  }
  const { title, summary, body, reading } = readTexts({ ...input, texts: row, ages: row.ages });
  return {
    slug: row.slug,
    title,
    summary,
    body: toProse(body),
    reading,
    author: row.author,
    published_at: row.published_at.toISOString(),
    game: row.game,
    ladder: row.ladder,
    others: row.others.map((other) => ({
      slug: other.slug,
      title: toText(other.title, locale),
      summary: toText(other.summary, locale),
    })),
  };
};
