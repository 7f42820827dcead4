import type { FilterChoices } from '../../client/form/find-choices.ts';
import type { PageHead } from '../../page-head.ts';
import type { ArticleLine } from '../home/data.ts';
import type { ProseNode } from './prose-node.ts';
import type { Reading } from './reading.ts';

/** What /articles/:slug shows. */
export interface ArticleData {
  slug: string;
  title: string;
  summary: string;
  body: ProseNode[];
  reading: Reading;
  author: string | null;
  published_at: string;
  game: { slug: string; name: string; has_page: boolean } | null;
  ladder: { slug: string; name: string } | null;
  others: ArticleLine[];
}

export function toArticleHead(data: ArticleData): PageHead {
  return { title: data.title, description: data.summary, has_feeds: true };
}

/** An article in the list of all. */
export interface ArticleItem extends ArticleLine {
  locale: Reading['locale'];
  published_at: string;
  game: string | null;
  ladder: string | null;
}

/** What /articles shows. */
export interface ArticlesData {
  articles: ArticleItem[];
  /** What has articles, to choose by. */
  games: FilterChoices;
  ladders: FilterChoices;
  /** What is chosen, by slug. */
  game: string | null;
  ladder: string | null;
  total: number;
  /** The place of the first that is shown, from 1, and how many a page has at most. */
  from: number;
  limit: number;
}
