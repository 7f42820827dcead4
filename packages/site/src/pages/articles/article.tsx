import { PageTop } from '../../ui/page-top.tsx';
import type { ArticleData } from './data.ts';

export default function ArticlePage({ data }: { data: ArticleData }) {
  return <PageTop title={data.title} />;
}
