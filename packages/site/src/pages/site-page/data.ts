import type { PageHead } from '../../page-head.ts';
import type { ProseNode } from '../articles/prose-node.ts';
import type { Reading } from '../articles/reading.ts';

/** What a page of content shows: what the league says of itself. */
export interface SitePageData {
  slug: string;
  title: string;
  summary: string;
  body: ProseNode[];
  reading: Reading;
}

export function toSitePageHead(data: SitePageData): PageHead {
  return { title: data.title, description: data.summary };
}
