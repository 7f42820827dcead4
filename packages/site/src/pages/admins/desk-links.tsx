import { useTranslations } from 'use-intl';
import type { Desk } from './data.ts';

const ofSite = [
  'cases',
  'people',
  'offices',
  'settings',
  'menus',
  'games',
  'ladders',
  'servers',
  'writing',
  'sign-in',
  'log',
  'health',
  'functions',
] as const;
const ofEditors: readonly string[] = ['cases', 'writing', 'log'];
const ofLadders: readonly string[] = ['cases', 'people', 'writing', 'log'];

/** What somebody in office comes here for beside the queue: where they do what their office lets them. */
export function DeskLinks({ desk }: { desk: Desk }) {
  const t = useTranslations('admins.desk');
  const pages = ofSite.filter(
    (name) =>
      desk.is_site_admin ||
      (desk.is_editor && ofEditors.includes(name)) ||
      (desk.ladders_total > 0 && ofLadders.includes(name)),
  );
  return (
    <nav className="desk-links" aria-label={t('links')}>
      <ul className="lines">
        {pages.map((name) => (
          <li key={name}>
            <a href={`/admins/${name}`}>{t(name)}</a>
          </li>
        ))}
        {desk.is_site_admin && (
          <li>
            <a href="/setup">{t('setup')}</a>
          </li>
        )}
        {desk.ladders.map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/ladders/${slug}/admin`}>{name}</a>
          </li>
        ))}
        {desk.ladders.length < desk.ladders_total && (
          <li className="soft">
            {t('some_ladders', { shown: desk.ladders.length, count: desk.ladders_total })}
          </li>
        )}
      </ul>
    </nav>
  );
}
