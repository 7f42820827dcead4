import { useTranslations } from 'use-intl';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageTop } from '../../ui/page-top.tsx';

/** The address is taken; there is no ladder behind it. */
export default function PlaceholderPage() {
  const t = useTranslations('placeholder');
  const title = useTranslations('shell.titles')('placeholder');
  return (
    <PageTop title={title}>
      <EmptyState title={t('title')} reason={t('reason')} />
    </PageTop>
  );
}
