import { PageTop } from '../../ui/page-top.tsx';
import type { LadderLogData } from './data.ts';

export default function LadderLogPage({ data }: { data: LadderLogData }) {
  return <PageTop title={data.title} />;
}
