import type { LadderRulesData } from '@muster/site/pages/ladder/data.ts';
import type { Loader } from '../context.ts';
import { toLadderName, toLadderSeason, toText } from './ladder.ts';
import { LADDER_AND_SEASON, LADDER_COLUMNS, type LadderRow } from './ladder-query.ts';
import { toProse } from './markdown.ts';

/** The rules page: the season's rules object itself, which the refusals are made from too. */
export const loadLadderRules: Loader<LadderRulesData> = async ({ database, params, locale }) => {
  const [row] = await database.query<LadderRow>(
    `${LADDER_AND_SEASON} select ${LADDER_COLUMNS} from ladder`,
    [params.slug],
  );
  if (row === undefined) return null;
  return {
    ladder: toLadderName(row),
    description: toProse(toText(row.description, locale)),
    season: row.season === null ? null : toLadderSeason(row.season),
  };
};
