import { renderToString } from 'react-dom/server';
import { createTranslator } from 'use-intl/core';
import { App } from './app/app.tsx';
import { loadPage, toDocumentTitle, toErrorTitle } from './app/load-page.ts';
import { toPageHead } from './app/page-heads.ts';
import { loadPageModule } from './app/page-modules.ts';
import type { PageComponent, Router } from './app/router.tsx';
import { createStore } from './app/store.ts';
import type { DocumentData } from './document-data.ts';
import { IntlRoot } from './intl/intl-root.tsx';
import { keptFormatters } from './intl/kept-formatters.ts';
import { loadMessages } from './intl/load-messages.ts';
import type { IntlState } from './intl/locale-store.ts';
import { getLocale } from './intl/locales.ts';
import type { Area } from './intl/messages.ts';
import type { PageName } from './page-data.ts';
import type { PageHead, Translate } from './page-head.ts';
import { nameLeague } from './pages/articles/name-league.ts';
import { listPageAreas, pageNames } from './routes.ts';
import type { LocaleRouting } from './routing/locale-paths.ts';
import { createPageMatcher, type PageMatch, type PageMatcher } from './routing/match-page.ts';
import { Pin } from './shell/pin.tsx';
import './ui/ui.css';

export interface RenderInput {
  data: DocumentData;
  page: PageName | null;
  url: URL;
}

export interface RenderedPage {
  html: string;
  /** The match at hand, which stands before the page; empty where there is none. */
  pin: string;
  title: string;
  head: PageHead;
}

/** Renders the site's pages under one locale strategy. */
export interface SiteRenderer {
  match(pathname: string): PageMatch;
  render(input: RenderInput): Promise<RenderedPage>;
}

/** Makes the renderer; every page's code is loaded before the first request. */
export async function createSiteRenderer(routing: LocaleRouting): Promise<SiteRenderer> {
  const match = createPageMatcher(routing);
  const loaded = new Map<PageName, LoadedPage>();
  for (const name of pageNames) {
    loaded.set(name, await loadWhole(name));
  }
  return {
    match,
    render: (input) => renderPage(input, (input.page && loaded.get(input.page)) ?? nothing, match),
  };
}

/** A page's component, and all the areas of texts that its first look shows. */
interface LoadedPage {
  Page: PageComponent | null;
  stillAreas: readonly Area[];
}

const nothing: LoadedPage = { Page: null, stillAreas: [] };

/** Loads a page with what a browser gets later: markup is made of all of it. */
async function loadWhole(name: PageName): Promise<LoadedPage> {
  const Page = await loadPage(name);
  const { stills = [] } = await loadPageModule(name);
  for (const { fetch } of stills) {
    await fetch();
  }
  return { Page, stillAreas: stills.flatMap(({ areas }) => areas) };
}

async function renderPage(
  { data, page, url }: RenderInput,
  { Page, stillAreas }: LoadedPage,
  match: PageMatcher,
): Promise<RenderedPage> {
  const pin = data.viewer?.pin ?? null;
  const pinAreas: readonly Area[] = pin === null ? [] : ['next-step'];
  const areas = [...listPageAreas(page, data.page), ...stillAreas, ...pinAreas];
  const messages = await loadMessages(data.locale, areas);
  const intl = createStore<IntlState>({
    locale: data.locale,
    messages,
    zone: data.zone,
    ...('error' in data.page ? {} : { places: data.page.places ?? {} }),
    now: new Date(data.now),
    pending: null,
  });
  const environment = {
    shell: data.shell,
    routing: data.routing,
    isDevelopment: data.is_development,
    viewer: createStore(data.viewer),
  };
  const { pathname, search, hash } = url;
  const shown = { page, Page, result: data.page, place: null, next: null };
  const router = createStillRouter({ ...shown, location: { pathname, search, hash } }, match);
  const html = renderToString(<App environment={environment} intl={intl} router={router} />);
  const pinHtml =
    pin === null
      ? ''
      : renderToString(
          <IntlRoot store={intl}>
            <Pin pin={pin} />
          </IntlRoot>,
        );
  const translate: Translate = createTranslator({
    locale: getLocale(data.locale).tag,
    messages,
    timeZone: data.zone,
    _formatters: keptFormatters,
  });
  const head = toHead(data, page, translate);
  const description = nameLeague(head.description ?? '', data.shell.league_name);
  return {
    html,
    pin: pinHtml,
    head: { ...head, description },
    title: toDocumentTitle(head.title, data.shell),
  };
}

/** A router that shows one page and goes nowhere. */
function createStillRouter(shown: ReturnType<Router['shown']['get']>, match: PageMatcher): Router {
  const stay = () => Promise.reject(new Error('A page that is being rendered goes nowhere.'));
  return { shown: createStore(shown), match, navigate: stay, revalidate: stay };
}

function toHead(data: DocumentData, page: PageName | null, translate: Translate): PageHead {
  if ('error' in data.page) {
    const title = translate(`shell.errors.${toErrorTitle(data.page.error.status)}`);
    return { title, isPrivate: true };
  }
  if (page === null || data.page.awaits_session) {
    return { title: '…', isPrivate: true };
  }
  return {
    description: translate('shell.tagline'),
    ...toPageHead(page, data.page.data, translate),
  };
}
