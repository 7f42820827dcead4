import type { HomeData, LadderLine, ShortTeam } from '@muster/site/pages/home/data.ts';
import type { Loader } from '../context.ts';
import { toText } from '../ladder/page.ts';
import { toMatchLine } from '../match/line.ts';
import { findNextStep } from './next-step.ts';
import { HOME_PAGE, type HomeRow, type LadderLineRow, type ShortTeamRow } from './query.ts';

/** The home page: one statement. */
export const loadHome: Loader<HomeData> = async ({ database, viewer, locale, now }) => {
  const [row] = await database.query<HomeRow>(HOME_PAGE, [viewer?.person_id ?? null, now]);
  if (row === undefined) return null;
  return {
    figures: row.figures,
    tonight: row.tonight.map(toMatchLine),
    results: row.results.map(toMatchLine),
    ladders: row.ladders.map((ladder) => toLadderLine(ladder, locale)),
    short_teams: row.short_teams.map(toShortTeam),
    articles: row.articles.map(({ slug, title, summary }) => ({
      slug,
      title: toText(title, locale),
      summary: toText(summary, locale),
    })),
    games: row.games.map(({ slug, name, tagline }) => ({
      slug,
      name,
      tagline: toText(tagline, locale),
    })),
    next: viewer === null ? null : findNextStep(row.own_matches, row.own_entries),
  };
};

export function toLadderLine(row: LadderLineRow, locale: string): LadderLine {
  return {
    slug: row.slug,
    name: row.name,
    game: { slug: row.game_slug, name: row.game_name, has_page: row.has_page },
    format: row.format,
    region: row.region,
    summary: toText(row.summary, locale),
    is_test: row.is_test,
    is_open: row.is_open,
    entries: row.entries,
    top: row.top,
  };
}

export function toShortTeam({ ladder_slug, ladder_name, ...team }: ShortTeamRow): ShortTeam {
  return { ...team, ladder: { slug: ladder_slug, name: ladder_name } };
}
