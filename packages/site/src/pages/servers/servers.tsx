import { PageTop } from '../../ui/page-top.tsx';
import type { ServersData } from './data.ts';

export default function ServersPage({ data }: { data: ServersData }) {
  return <PageTop title={data.title} />;
}
