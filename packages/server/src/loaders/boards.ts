import type { BoardsData } from '@muster/site/pages/boards/data.ts';
import type { Loader } from '../context.ts';
import { toShortTeam } from './home.ts';
import { type ShortTeamRow, toShortTeamsSql } from './home-query.ts';

/** Who looks for whom. */
export const loadBoards: Loader<BoardsData> = async ({ database }) => {
  const [row] = await database.query<{ teams: ShortTeamRow[] }>(
    `select ${toShortTeamsSql(50)} as teams`,
  );
  return { short_teams: (row?.teams ?? []).map(toShortTeam) };
};
