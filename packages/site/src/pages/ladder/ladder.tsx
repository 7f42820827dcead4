import { PageTop } from '../../ui/page-top.tsx';
import type { LadderData } from './data.ts';

export default function LadderPage({ data }: { data: LadderData }) {
  return <PageTop title={data.title} />;
}
