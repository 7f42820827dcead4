import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import type { LadderRulesData } from './data.ts';

export default function LadderRulesPage({ data }: { data: LadderRulesData }) {
  const t = useTranslations('ladder.rules');
  return <PageTop title={t('title', { ladder: data.ladder.name })} terrain={data.ladder.slug} />;
}
