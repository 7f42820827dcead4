import type { PageHead, Translate } from '../../page-head.ts';

/** What /about shows. */
export type AboutData = Record<string, never>;

export function toAboutHead(_data: AboutData, translate: Translate): PageHead {
  return { title: translate('shell.titles.about') };
}
