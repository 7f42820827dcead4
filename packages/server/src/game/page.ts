import type { GameData } from '@muster/site/pages/games/data.ts';
import type { Loader } from '../context.ts';
import { type LadderLineRow, toLadderLine, toLadderLinesSql } from '../ladder/lines.ts';
import { toProse } from '../page/markdown.ts';
import { toText } from '../page/texts.ts';
import { loadGameServers } from '../servers/of-game.ts';

type Texts = Record<string, string>;

interface GameRow {
  slug: string;
  name: string;
  picture: string | null;
  tagline: Texts;
  about: Texts;
  facts: { key: string; value: string }[];
  maps: string[];
  modes: string[];
  ladders: LadderLineRow[];
  articles: { slug: string; title: Texts; summary: Texts }[];
}

const statement = `
  select game.*, ${toLadderLinesSql('l.game_slug = game.slug and not l.is_test', '$2')} as ladders,
    (select coalesce(json_agg(json_build_object('slug', a.slug, 'title', a.title, 'summary', a.summary)
        order by a.published_at desc), '[]')
      from public.articles a where a.game_slug = game.slug and a.published_at <= $2 and a.hidden_at is null) as articles
  from (
    select slug, name, picture_path as picture, tagline, about, facts, maps, modes
    from public.games where slug = $1 and has_casual_page
  ) game`;

/** A game's casual page. A game that only has ladders has none. */
export const loadGame: Loader<GameData> = async ({ database, params, locale, now }) => {
  const [row] = await database.query<GameRow>(statement, [params.game, now]);
  if (row === undefined) {
    return null;
  }
  return {
    slug: row.slug,
    name: row.name,
    picture: row.picture,
    tagline: toText(row.tagline, locale),
    about: toProse(toText(row.about, locale)),
    facts: row.facts,
    maps: row.maps,
    modes: row.modes,
    ladders: row.ladders.map((ladder) => toLadderLine(ladder, locale)),
    servers: await loadGameServers(database, row),
    articles: row.articles.map(({ slug, title, summary }) => ({
      slug,
      title: toText(title, locale),
      summary: toText(summary, locale),
    })),
  };
};
