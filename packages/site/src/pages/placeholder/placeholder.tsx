import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';

/** The address is taken; there is no ladder behind it. */
export default function PlaceholderPage() {
  const t = useTranslations('shell');
  return <PageTop title={t('titles.placeholder')} />;
}
