import type { PageHead, Translate } from '../../page-head.ts';

/** What /boards shows. */
export type BoardsData = Record<string, never>;

export function toBoardsHead(_data: BoardsData, translate: Translate): PageHead {
  return { title: translate('shell.titles.boards') };
}
