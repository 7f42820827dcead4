import { useTranslations } from 'use-intl';

/** Marks a person, or a part of a page, as belonging to the admins. */
export function AdminPill() {
  const t = useTranslations('pieces.connect');
  return <span className="admin-pill">{t('admin')}</span>;
}
