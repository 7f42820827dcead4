import type { PageHead, Translate } from '../../page-head.ts';
import type { SitePageData } from '../site-page/data.ts';

/** What /about shows. */
export interface AboutData {
  /** What the league says of itself; null as long as nobody has written it. */
  text: SitePageData | null;
  figures: { teams: number; people: number; matches: number; events: number };
  articles: { slug: string; title: string }[];
  /** Whether the league offers its public file. */
  has_public_file: boolean;
}

export function toAboutHead({ text }: AboutData, translate: Translate): PageHead {
  return {
    title: text?.title ?? translate('shell.titles.about'),
    ...(text === null ? {} : { description: text.summary }),
  };
}
