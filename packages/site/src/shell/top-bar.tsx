import { useTranslations } from 'use-intl';
import { useEnvironment, useViewer } from '../app/environment.tsx';
import type { MenuName } from '../document-data.ts';
import { useIntlStore } from '../intl/intl-root.tsx';
import { pickText } from '../intl/pick-text.ts';
import { AccountMenu } from './account-menu.tsx';
import { Bell } from './bell.tsx';
import { LanguageMenu } from './language-menu.tsx';
import { Logo } from './logo.tsx';
import { Menu } from './menu.tsx';
import { SignInButton } from './sign-in-button.tsx';

const people = ['teams', 'boards'] as const;
const menuNames: readonly MenuName[] = ['casual', 'competitions', 'servers'];

/** Whether a name needs more than one line of a narrow bar. */
const isLong = (name: string) => name.length > 16;

/**
 * The bar above every page. Its navigation is one element: in the bar on a wide screen, and on a narrow
 * one a popover over the page, which the browser opens and closes by itself.
 */
export function TopBar() {
  const t = useTranslations('shell.nav');
  const titles = useTranslations('shell.titles');
  const { shell } = useEnvironment();
  const viewer = useViewer();
  const { locale } = useIntlStore().get();
  return (
    <header className="bar">
      <div className="bar-inner">
        <a className="bar-home" href="/" aria-label={t('home', { league: shell.league_name })}>
          <Logo />
          <span className="bar-name display" data-long={isLong(shell.league_name) || undefined}>
            {shell.league_name}
          </span>
        </a>
        <nav id="site-menu" className="bar-nav" popover="auto" aria-label={t('label')}>
          <ul className="bar-list">
            {people.map((name) => (
              <li key={name}>
                <a className="bar-link" href={`/${name}`}>
                  {titles(name)}
                </a>
              </li>
            ))}
            {menuNames.map(
              (name) =>
                shell.menus[name][0] && (
                  <li key={name}>
                    <Menu label={t(name)}>
                      {shell.menus[name].map((item) => (
                        <li key={item.id}>
                          <a
                            href={item.path}
                            {...(item.path[0] === '/' ? {} : { rel: 'external' })}
                          >
                            {pickText(item.label, locale)}
                          </a>
                        </li>
                      ))}
                    </Menu>
                  </li>
                ),
            )}
            {shell.forum_url !== null && (
              <li>
                <a className="bar-link" href={shell.forum_url} rel="external">
                  {t('forum')}
                </a>
              </li>
            )}
            {shell.chat_invite_url !== null && (
              <li>
                <a className="bar-link" href={shell.chat_invite_url} rel="external">
                  {t('chat')}
                </a>
              </li>
            )}
            <li>
              <a className="bar-link" href="/about">
                {t('about')}
              </a>
            </li>
          </ul>
          <LanguageMenu />
        </nav>
        <div className="bar-person">
          {viewer === null ? (
            <SignInButton />
          ) : (
            <>
              <a className="bar-bell bar-mine" href="/me" title={titles('me')}>
                <span className="visually-hidden">{titles('me')}</span>
              </a>
              <Bell viewer={viewer} />
              <AccountMenu viewer={viewer} />
            </>
          )}
        </div>
        <button
          type="button"
          className="bar-toggle"
          popoverTarget="site-menu"
          aria-label={t('menu')}
        >
          <span className="bar-toggle-lines" aria-hidden="true" />
        </button>
      </div>
    </header>
  );
}
