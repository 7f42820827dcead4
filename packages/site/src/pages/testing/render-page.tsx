import { readdirSync, readFileSync } from 'node:fs';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { type Environment, EnvironmentProvider } from '../../app/environment.tsx';
import { type Router, RouterProvider } from '../../app/router.tsx';
import { createStore } from '../../app/store.ts';
import type { ShellData, ViewerData } from '../../document-data.ts';
import { IntlRoot } from '../../intl/intl-root.tsx';
import type { IntlState } from '../../intl/locale-store.ts';
import type { LocaleCode } from '../../intl/locales.ts';
import { createPageMatcher } from '../../routing/match-page.ts';

/** All texts of a language, as the pages' areas hold them. */
export function readTexts(locale: LocaleCode): IntlState['messages'] {
  const folder = new URL(`../../locales/${locale}/`, import.meta.url);
  const areas = readdirSync(folder).map((file): [string, unknown] => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
  ]);
  return Object.fromEntries(areas) as unknown as IntlState['messages'];
}

const routing = { strategy: 'no_prefix', defaultLocale: 'en' } as const;
const shell: ShellData = {
  league_name: 'Muster',
  title_suffix: '',
  footer: '',
  hue: 25,
  locales: ['en'],
  menus: { casual: [], competitions: [], servers: [] },
  pages: [],
  forum_url: null,
  chat_invite_url: null,
  analytics_host: null,
  backend: { url: null, anon_key: '' },
  has_chat_sign_in: true,
  is_open_identity: false,
  has_demo: false,
};
/** Who looks, and in which language. */
export interface Look {
  viewer: ViewerData | null;
  locale: LocaleCode;
}

/** The markup of a page, or of a part of one, as the server renders it. */
export function renderPage<Data>(
  Page: ComponentType<{ data: Data }>,
  data: Data,
  look: Look,
): string {
  const intl = createStore<IntlState>({
    locale: look.locale,
    messages: readTexts(look.locale),
    zone: 'UTC',
    now: new Date('2026-11-20T19:00:00Z'),
    pending: null,
  });
  const environment: Environment = {
    shell,
    routing,
    isDevelopment: false,
    viewer: createStore(look.viewer),
  };
  const stay = () => Promise.reject(new Error('Nothing is navigated to.'));
  const router: Router = {
    shown: createStore({
      page: null,
      Page: null,
      result: { data: null, viewer: null, now: 0 },
      place: null,
      next: null,
      location: { pathname: '/', search: '', hash: '' },
    }),
    match: createPageMatcher(routing),
    navigate: stay,
    revalidate: stay,
  };
  return renderToString(
    <EnvironmentProvider value={environment}>
      <IntlRoot store={intl}>
        <RouterProvider router={router}>
          <Page data={data} />
        </RouterProvider>
      </IntlRoot>
    </EnvironmentProvider>,
  );
}

/** What markup says to whoever reads it: its words, without what they are set in. */
export function readWords(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
