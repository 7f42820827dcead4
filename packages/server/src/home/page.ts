import type { HomeData } from '@muster/site/pages/home/data.ts';
import type { Loader } from '../context.ts';
import { toLadderLine } from '../ladder/lines.ts';
import { toMatchLine } from '../match/line.ts';
import { toText } from '../page/texts.ts';
import { toShortTeam } from '../team/short-teams.ts';
import { listMatters } from '../waiting/matters.ts';
import { findNextStep } from './next-step.ts';
import { type HomeRow, homePage } from './query.ts';

/** The home page: one statement, and one for what concerns the reader. */
export const loadHome: Loader<HomeData> = async ({ database, viewer, locale, now }) => {
  const [[row], matters] = await Promise.all([
    database.query<HomeRow>(homePage, [viewer?.person_id ?? null, now]),
    viewer === null ? [] : listMatters(database, viewer.person_id, now),
  ]);
  if (row === undefined) {
    return null;
  }
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
    games: row.games.map(({ slug, name, picture, tagline }) => ({
      slug,
      name,
      picture,
      tagline: toText(tagline, locale),
    })),
    next: viewer === null ? null : findNextStep(matters, row.own_entries),
    more: matters.slice(1, 3),
  };
};
