import { PageTop } from '../../ui/page-top.tsx';
import type { TeamEditData } from './data.ts';

export default function TeamEditPage({ data }: { data: TeamEditData }) {
  return <PageTop title={data.title} />;
}
