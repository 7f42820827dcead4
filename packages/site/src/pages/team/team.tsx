import { PageTop } from '../../ui/page-top.tsx';
import type { TeamData } from './data.ts';

export default function TeamPage({ data }: { data: TeamData }) {
  return <PageTop title={data.title} />;
}
