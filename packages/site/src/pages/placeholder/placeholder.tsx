import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';

/** The address is taken; there is no ladder behind it. */
export default function PlaceholderPage() {
  const t = useTranslations('shell');
  return (
    <>
      <PageTop title={t('titles.placeholder')} terrain="chronophoto" />
      <div className="page columns">
        <EmptyState title={t('placeholder.title')} reason={t('placeholder.reason')} />
      </div>
    </>
  );
}
