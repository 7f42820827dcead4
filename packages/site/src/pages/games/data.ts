import type { PageHead } from '../../page-head.ts';

/** What /games/:game shows. */
export interface GameData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toGameHead(data: GameData): PageHead {
  return { title: data.title };
}
