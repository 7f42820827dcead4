import { takeRow } from '@muster/database';
import { defaultLocale, isLocaleCode } from '@muster/site';
import type { ArticlesData } from '@muster/site/pages/articles/data.ts';
import type { Loader } from '../context.ts';
import { readChoice, toFiltersOfListSql } from '../page/filter-choices.ts';
import { readPlace } from '../page/read-place.ts';
import { pickLocale, toText } from '../page/texts.ts';

const limit = 20;

type Texts = Record<string, string>;

interface ArticlesRow {
  total: number;
  games: ArticlesData['games'];
  ladders: ArticlesData['ladders'];
  articles: {
    slug: string;
    title: Texts;
    summary: Texts;
    published_at: string;
    game: string | null;
    ladder: string | null;
  }[];
}

/** $1 now, $2 how many to leave out, $3 how many to give, $4 a game's slug or null, $5 a ladder's. */
const statement = `
  with published as materialized (
    select a.slug, a.title, a.summary, a.published_at, a.game_slug, l.slug as ladder_slug
    from public.articles a left join public.ladders l on l.id = a.ladder_id
    where a.published_at <= $1 and a.hidden_at is null
  ), found as (
    select * from published
    where ($4::text is null or game_slug = $4) and ($5::text is null or ladder_slug = $5)
  )
  select (select count(*)::int from found) as total,
    ${toFiltersOfListSql('published', {
      game: { slug: '$4', pattern: '$6' },
      ladder: { slug: '$5', pattern: '$7' },
    })},
    (select coalesce(json_agg(line order by line.published_at desc, line.slug), '[]') from (
      select f.slug, f.title, f.summary, f.published_at, g.name as game, l.name as ladder
      from (select * from found order by published_at desc, slug offset $2 limit $3) f
      left join public.games g on g.slug = f.game_slug
      left join public.ladders l on l.slug = f.ladder_slug) line) as articles`;

/** Articles that are published, the newest first: all, or those of a game or a ladder. */
export const loadArticles: Loader<ArticlesData> = async ({ database, url, locale, now }) => {
  const from = readPlace(url, 'from') ?? 1;
  const asked = { game: readChoice(url, 'game'), ladder: readChoice(url, 'ladder') };
  const [game, ladder] = [asked.game.slug, asked.ladder.slug];
  const words = [asked.game.pattern, asked.ladder.pattern];
  const values = [now, from - 1, limit, game, ladder, ...words];
  const row = takeRow(await database.query<ArticlesRow>(statement, values));
  const articles = row.articles.map((article) => {
    const shown = pickLocale(article.title, locale);
    const language = isLocaleCode(shown) ? shown : defaultLocale;
    return {
      ...article,
      locale: language,
      title: toText(article.title, language),
      summary: toText(article.summary, language),
      published_at: new Date(article.published_at).toISOString(),
    };
  });
  const { games, ladders, total } = row;
  return { articles, games, ladders, game, ladder, total, from, limit };
};
