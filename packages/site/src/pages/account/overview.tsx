import { useTranslations } from 'use-intl';
import { FactLine } from '../../ui/page-top.tsx';
import type { AccountData } from './data.ts';

/** How the account stands, each fact leading to where it is changed. */
export function Overview({ data }: { data: AccountData }) {
  const t = useTranslations('account.overview');
  const isProtected = data.factors.length > 0;
  return (
    <FactLine>
      <a href="#accounts">{t('accounts', { count: data.accounts.length })}</a>
      <a href="#second-step">{isProtected ? t('protected') : t('unprotected')}</a>
      <a href="#sessions">{t('sessions', { count: data.sessions.length })}</a>
      <a href="#availability">{t('availability', { count: data.availability.length })}</a>
      <a href={`/profiles/${data.user_id}#standing`}>{t('standing')}</a>
      <a href="#data">{t('data')}</a>
    </FactLine>
  );
}
