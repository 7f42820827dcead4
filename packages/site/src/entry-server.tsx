import { renderToString } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type StaticHandlerContext,
  StaticRouterProvider,
} from 'react-router';
import { createTranslator } from 'use-intl/core';
import { createAppRoutes, type RouteHandle } from './app/app-routes.tsx';
import { EnvironmentProvider } from './app/environment.tsx';
import { toDocumentTitle, toPageHead } from './app/load-page.ts';
import { createStore } from './app/store.ts';
import { toRouteError } from './client/route-error.ts';
import type { DocumentData, Payload, PayloadError } from './document-data.ts';
import { IntlRoot } from './intl/intl-root.tsx';
import { loadMessages } from './intl/load-messages.ts';
import type { IntlState } from './intl/locale-store.ts';
import { getLocale } from './intl/locales.ts';
import type { PageName } from './page-data.ts';
import type { PageHead, Translate } from './page-head.ts';
import type { RouteParameters } from './routes.ts';
import type { LocaleRouting } from './routing/locale-paths.ts';
import './ui/ui.css';

/** What a request turned out to be about. */
export interface MatchedPage {
  routeId: string;
  page: PageName | null;
  parameters: RouteParameters;
  /** React Router's own account of the match, for the rendering. */
  context: StaticHandlerContext;
}

export type PageResult = Payload | { error: PayloadError };

export interface RenderInput {
  data: DocumentData;
  matched: MatchedPage;
}

export interface RenderedPage {
  html: string;
  title: string;
  head: PageHead;
}

/** Renders the site's pages under one locale strategy. */
export interface SiteRenderer {
  match(url: URL): Promise<MatchedPage>;
  render(input: RenderInput): Promise<RenderedPage>;
}

/** Makes the renderer; every page's code is loaded before the first request. */
export async function createSiteRenderer(routing: LocaleRouting): Promise<SiteRenderer> {
  const routes = createAppRoutes(routing);
  for (const route of routes[0]?.children ?? []) {
    if (typeof route.lazy !== 'function') continue;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  }
  const handler = createStaticHandler(routes);
  return {
    async match(url) {
      const context = await queryMatches(handler, url);
      const match = context.matches.at(-1);
      const handle = match?.route.handle as RouteHandle | undefined;
      return {
        routeId: match?.route.id ?? 'no-page',
        page: handle?.page ?? null,
        parameters: match?.params ?? {},
        context,
      };
    },
    render: ({ data, matched }) =>
      renderContext(putIn(matched.context, matched.routeId, data.page), data, matched),
  };
}

async function queryMatches(
  handler: ReturnType<typeof createStaticHandler>,
  url: URL,
): Promise<StaticHandlerContext> {
  const context = await handler.query(new Request(url), { filterMatchesToLoad: () => false });
  if (context instanceof Response) throw new Error('A route answered by itself.');
  return context;
}

function putIn(
  context: StaticHandlerContext,
  routeId: string,
  result: PageResult,
): StaticHandlerContext {
  return 'error' in result
    ? { ...context, loaderData: {}, errors: { [routeId]: toRouteError(result.error) } }
    : { ...context, loaderData: { [routeId]: result }, errors: null };
}

async function renderContext(
  context: StaticHandlerContext,
  data: DocumentData,
  matched: MatchedPage,
): Promise<RenderedPage> {
  const messages = await loadMessages(data.locale);
  const now = new Date(data.now);
  const intl = createStore<IntlState>({
    locale: data.locale,
    messages,
    zone: data.zone,
    now,
    pending: null,
  });
  const environment = {
    shell: data.shell,
    routing: data.routing,
    isDevelopment: data.is_development,
    viewer: createStore(data.viewer),
  };
  // The table itself is not needed to render what has been matched, and costs a fifth of a millisecond.
  const router = createStaticRouter([], context);
  const html = renderToString(
    <EnvironmentProvider value={environment}>
      <IntlRoot store={intl}>
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </IntlRoot>
    </EnvironmentProvider>,
  );
  const translate: Translate = createTranslator({
    locale: getLocale(data.locale).tag,
    messages,
    timeZone: data.zone,
  });
  const head = toHead(data, matched, translate);
  return { html, head, title: toDocumentTitle(head.title, data.shell) };
}

function toHead(data: DocumentData, { page }: MatchedPage, translate: Translate): PageHead {
  if ('error' in data.page) {
    const key = data.page.error.status === 404 ? 'not_found' : 'internal';
    return { title: translate(`shell.errors.${key}`), isPrivate: true };
  }
  if (page === null || data.page.awaits_session) return { title: '…', isPrivate: true };
  return {
    description: translate('shell.tagline'),
    ...toPageHead(page, data.page.data, translate),
  };
}
