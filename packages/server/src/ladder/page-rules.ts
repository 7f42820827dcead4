import type { LadderRulesData } from '@muster/site/pages/ladder/data.ts';
import type { Loader } from '../context.ts';
import { toProse } from '../page/markdown.ts';
import { findFirst, findSeasonAt, readPast } from '../page/past.ts';
import { loadRulePeople } from '../page/rule-people.ts';
import { toText } from '../page/texts.ts';
import { toLadderName, toLadderSeason } from './names.ts';
import { findLadder } from './page.ts';
import { toSeasonRow } from './past.ts';

/** The rules page: the season's rules object itself, which the refusals are made from too. */
export const loadLadderRules: Loader<LadderRulesData> = async (input) => {
  const { database, locale } = input;
  const row = await findLadder(input);
  if (row === undefined) {
    return null;
  }
  const asked = readPast(input);
  const then = asked.at === null ? null : await findSeasonAt(database, row.id, asked.at);
  const season = asked.at === null ? row.season : then && toSeasonRow(then, then.state);
  return {
    ladder: toLadderName(row),
    // What the league wrote is no part of the log: it is shown as it reads now, and only then.
    description: asked.at === null ? toProse(toText(row.description, locale)) : [],
    season: season === null ? null : toLadderSeason(season),
    people: await loadRulePeople(database, [season?.rules]),
    past: {
      ...asked,
      first: await findFirst(database, row.id),
      is_recomputed: false,
      has_recomputed: false,
    },
  };
};
