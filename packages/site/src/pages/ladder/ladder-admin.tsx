import { PageTop } from '../../ui/page-top.tsx';
import type { LadderAdminData } from './data.ts';

export default function LadderAdminPage({ data }: { data: LadderAdminData }) {
  return <PageTop title={data.title} />;
}
