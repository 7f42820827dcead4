import { useTranslations } from 'use-intl';
import { PageTop } from '../../ui/page-top.tsx';

export default function AdminsPage() {
  const t = useTranslations('shell.titles');
  return <PageTop title={t('admins')} />;
}
