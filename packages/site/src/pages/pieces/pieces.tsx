import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';

/** Every shared piece in every state; in development only. */
export default function PiecesPage() {
  const t = useTranslations('shell');
  return <PageTop title={t('titles.pieces')} />;
}
