import type { PageHead, Translate } from '../../page-head.ts';
import type { ShortTeam } from '../home/data.ts';

/** What /boards shows. */
export interface BoardsData {
  /** Teams whose roster is no longer than one lineup. */
  short_teams: ShortTeam[];
}

export function toBoardsHead(_data: BoardsData, translate: Translate): PageHead {
  return { title: translate('shell.titles.boards') };
}
