import { PageTop } from '../../ui/page-top.tsx';
import type { ArchiveData } from './data.ts';

export default function ArchivePage({ data }: { data: ArchiveData }) {
  return <PageTop title={data.title} />;
}
