import { PageTop } from '../../ui/page-top.tsx';
import type { MatchData } from './data.ts';

export default function MatchPage({ data }: { data: MatchData }) {
  return <PageTop title={data.title} />;
}
