import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import type { LadderAdminData } from './data.ts';

export default function LadderAdminPage({ data }: { data: LadderAdminData }) {
  const t = useTranslations('ladder.admin');
  return <PageTop title={t('title', { ladder: data.ladder.name })} terrain={data.ladder.slug} />;
}
