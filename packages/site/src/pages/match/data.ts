import type { PageHead } from '../../page-head.ts';

/** What /matches/:id shows. */
export interface MatchData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toMatchHead(data: MatchData): PageHead {
  return { title: data.title };
}
