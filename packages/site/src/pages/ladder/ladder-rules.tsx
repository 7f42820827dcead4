import { PageTop } from '../../ui/page-top.tsx';
import type { LadderRulesData } from './data.ts';

export default function LadderRulesPage({ data }: { data: LadderRulesData }) {
  return <PageTop title={data.title} />;
}
