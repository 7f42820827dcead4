import { PageTop } from '../../ui/page-top.tsx';
import type { ProfileData } from './data.ts';

export default function ProfilePage({ data }: { data: ProfileData }) {
  return <PageTop title={data.title} />;
}
