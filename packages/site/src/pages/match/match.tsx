import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';
import type { MatchData } from './data.ts';

export default function MatchPage({ data }: { data: MatchData }) {
  const t = useTranslations('match');
  const { challenger, defender } = data.sides;
  const names = { challenger: challenger.name, defender: defender.name, number: data.number };
  return <PageTop title={t('title', names)} terrain={data.ladder.slug} />;
}
