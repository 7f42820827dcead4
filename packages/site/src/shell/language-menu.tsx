import { useTranslations } from 'use-intl';
import { useEnvironment } from '../app/environment.tsx';
import { useShown } from '../app/router.tsx';
import { useIntlState } from '../intl/intl-root.tsx';
import { getLocale } from '../intl/locales.ts';
import { splitLocalePath, toLocalePath } from '../routing/locale-paths.ts';
import { Menu } from './menu.tsx';

// Apart from its `then`: what fails there would pass for a chunk that cannot be loaded.
const loadSwitch = () => import('../client/profile/switch-locale.ts');

/** The languages that the league offers, each by its own name. The links work without a script; with one the page stays. */
export function LanguageMenu() {
  const t = useTranslations('shell.nav');
  const { routing, shell } = useEnvironment();
  const { locale, pending } = useIntlState();
  const { pathname, search } = useShown().location;
  const path = splitLocalePath(pathname, routing).path;
  const shown = getLocale(locale);
  return (
    <div className="language-menu" aria-busy={pending !== null}>
      <Menu label={shown.name} accessibleName={t('language', { name: shown.name })} side="end">
        {shell.locales.map(getLocale).map(({ code, tag, name }) => {
          const target = toLocalePath(path, code, routing) + search;
          return (
            <li key={code}>
              <a
                href={`/locale/${code}?to=${encodeURIComponent(target)}`}
                lang={tag}
                hrefLang={tag}
                rel="nofollow"
                aria-current={code === locale ? 'true' : undefined}
                data-native=""
                onClick={(event) => {
                  event.preventDefault();
                  void loadSwitch().then((client) => client.switchLocale(code));
                }}
              >
                {name}
              </a>
            </li>
          );
        })}
      </Menu>
    </div>
  );
}
