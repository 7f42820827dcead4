import type { PageHead } from '../../page-head.ts';

/** What /articles/:slug shows. */
export interface ArticleData {
  /** The page's title, without the league's name. */
  title: string;
}

export function toArticleHead(data: ArticleData): PageHead {
  return { title: data.title };
}
