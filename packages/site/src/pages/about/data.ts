import type { PageHead, Translate } from '../../page-head.ts';

/** What /about shows. */
export interface AboutData {
  figures: { teams: number; people: number; matches: number; events: number };
  articles: { slug: string; title: string }[];
}

export function toAboutHead(_data: AboutData, translate: Translate): PageHead {
  return { title: translate('shell.titles.about') };
}
