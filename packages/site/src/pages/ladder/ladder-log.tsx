import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import type { LadderLogData } from './data.ts';

export default function LadderLogPage({ data }: { data: LadderLogData }) {
  const t = useTranslations('ladder.log');
  return <PageTop title={t('title', { ladder: data.ladder.name })} terrain={data.ladder.slug} />;
}
