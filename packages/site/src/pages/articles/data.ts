import type { PageHead } from '../../page-head.ts';
import type { ArticleLine } from '../home/data.ts';
import type { ProseNode } from './prose-node.ts';

/** What /articles/:slug shows. */
export interface ArticleData {
  slug: string;
  title: string;
  summary: string;
  body: ProseNode[];
  author: string | null;
  published_at: string;
  game: { slug: string; name: string; has_page: boolean } | null;
  others: ArticleLine[];
}

export function toArticleHead(data: ArticleData): PageHead {
  return { title: data.title, description: data.summary };
}
