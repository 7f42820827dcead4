import type { PageHead } from '../../page-head.ts';

/** What /profiles/:user_id shows. */
export interface ProfileData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toProfileHead(data: ProfileData): PageHead {
  return { title: data.title };
}
