import { useTranslations } from 'use-intl';
import { SectionHead } from '../../ui/section-head.tsx';
import type { MatchData } from './data.ts';
import { EvidenceForm } from './evidence-form.tsx';
import { EvidenceSides } from './evidence-sides.tsx';

/** What both sides have brought, side by side, and the way to bring more. */
export function Evidence({ data }: { data: MatchData }) {
  const t = useTranslations('evidence');
  const { evidence, ended_at } = data;
  if (evidence === null || (evidence.pieces.length === 0 && !evidence.may_bring)) {
    return null;
  }
  const later = evidence.is_public_later ? t('public_later') : t('private');
  return (
    <section aria-labelledby="evidence">
      <SectionHead title={t('title')} id="evidence">
        {ended_at === null || !evidence.is_public_later ? later : t('public')}
      </SectionHead>
      {evidence.may_bring && <EvidenceForm data={data} />}
      <EvidenceSides data={data} />
    </section>
  );
}
