import type { PageHead } from '../../page-head.ts';

/** What /servers/:server shows. */
export interface ServersData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toServersHead(data: ServersData): PageHead {
  return { title: data.title };
}
