import { useTranslations } from 'use-intl';
import { startSignOut } from '../client/session/start-sign-in.ts';
import type { ViewerData } from '../document-data.ts';
import { Emblem } from '../ui/emblem.tsx';
import { Menu } from './menu.tsx';

export function AccountMenu({ viewer }: { viewer: ViewerData }) {
  const t = useTranslations('shell.nav');
  const titles = useTranslations('shell.titles');
  return (
    <Menu
      side="end"
      label={
        <>
          <span className="visually-hidden">{t('account', { name: viewer.username })}</span>
          <span className="bar-username" aria-hidden="true">
            {viewer.username}
          </span>
          <Emblem name={viewer.username} kind="person" />
        </>
      }
    >
      <li>
        <a href="/me">{titles('me')}</a>
      </li>
      <li>
        <a href={`/profiles/${viewer.user_id}`}>{t('profile')}</a>
      </li>
      {viewer.desk !== null && (
        <li>
          <a href="/admins">{t('desk', { count: viewer.desk })}</a>
        </li>
      )}
      <li>
        <a href="/account">{t('settings')}</a>
      </li>
      <li>
        <button type="button" onClick={() => void startSignOut()}>
          {t('sign_out')}
        </button>
      </li>
    </Menu>
  );
}
