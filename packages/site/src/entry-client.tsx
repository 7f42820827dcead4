import { hydrateRoot } from 'react-dom/client';
import { createBrowserRouter, type DataRouter, type HydrationState } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createAppRoutes } from './app/app-routes.tsx';
import { EnvironmentProvider } from './app/environment.tsx';
import { createStore } from './app/store.ts';
import { createBuilds } from './client/builds.ts';
import { createDataStrategy } from './client/data-strategy.ts';
import { followLinks } from './client/links.ts';
import { preloadVisibleLinks } from './client/preload.ts';
import { reloadOnce } from './client/reload-guard.ts';
import { toRouteError } from './client/route-error.ts';
import { getRuntime, setRuntime } from './client/runtime.ts';
import { learnServerTime } from './client/server-clock.ts';
import { hasSessionCookie } from './client/session-cookie.ts';
import { watchOtherTabs } from './client/watch-other-tabs.ts';
import { keepZone } from './client/zone.ts';
import type { DocumentData, ViewerData } from './document-data.ts';
import { IntlRoot } from './intl/intl-root.tsx';
import { loadMessages } from './intl/load-messages.ts';
import type { IntlState } from './intl/locale-store.ts';
import './ui/ui.css';

/** Brings the server's page to life: the same tree, the same data, then navigation in the browser. */
async function start(): Promise<void> {
  const given = readDocumentData();
  learnServerTime(given.now);
  const builds = createBuilds(given.build);
  const intl = createStore<IntlState>({
    locale: given.locale,
    messages: await loadMessages(given.locale),
    zone: given.zone,
    now: new Date(given.now),
    pending: null,
  });
  const environment = {
    shell: given.shell,
    routing: given.routing,
    isDevelopment: given.is_development,
    viewer: createStore<ViewerData | null>(given.viewer),
  };
  const routes = createAppRoutes(given.routing);
  const router = createBrowserRouter(routes, {
    dataStrategy: createDataStrategy(builds),
    hydrationData: await toHydrationData(given, routes),
  });
  setRuntime({ router, intl, environment });
  const root = document.getElementById('app');
  if (root === null) throw new Error('The document has no place for the app.');
  hydrateRoot(
    root,
    <EnvironmentProvider value={environment}>
      <IntlRoot store={intl}>
        <RouterProvider router={router} />
      </IntlRoot>
    </EnvironmentProvider>,
  );
  builds.start();
  goOn(router, given.chosen_zone);
}

/** What begins after the page is alive. */
function goOn(router: DataRouter, chosenZone: string | null): void {
  const { environment, intl } = getRuntime();
  followLinks({ router, routing: environment.routing, getLocale: () => intl.get().locale });
  preloadVisibleLinks(router);
  keepZone(chosenZone);
  watchOtherTabs();
  if (hasSessionCookie() && !location.pathname.endsWith('/confirm')) {
    void import('./client/session.ts').then(({ startSession }) => startSession());
  }
  if (environment.shell.analytics_host !== null) {
    void import('./client/analytics.ts').then(({ startAnalytics }) => startAnalytics(router));
  }
  document.documentElement.dataset.alive = '';
}

function readDocumentData(): DocumentData {
  const text = document.getElementById('muster-data')?.textContent;
  if (!text) throw new Error('The document brings no data.');
  return JSON.parse(text) as DocumentData;
}

/** The state that the server rendered; its page's chunk must be here before the tree is compared. */
async function toHydrationData(
  given: DocumentData,
  routes: ReturnType<typeof createAppRoutes>,
): Promise<HydrationState> {
  const probe = routes[0]?.children ?? [];
  const shown = probe.find(({ id }) => id === given.route);
  if (shown !== undefined && typeof shown.lazy === 'function') {
    Object.assign(shown, await shown.lazy());
    delete shown.lazy;
  }
  if ('error' in given.page) {
    return { loaderData: {}, errors: { [given.route]: toRouteError(given.page.error) } };
  }
  return { loaderData: { [given.route]: given.page } };
}

addEventListener('vite:preloadError', (event) => {
  const target = getTarget();
  console.error('A part of the page could not be loaded', event);
  reloadOnce(target);
});

/** Where the person was going when the chunk was missing. */
function getTarget(): string {
  try {
    const { location: next } = getRuntime().router.state.navigation;
    if (next !== undefined) return next.pathname + next.search + next.hash;
  } catch {
    // The failure came before the page was alive: the target is this address.
  }
  return location.pathname + location.search;
}

start().catch((error: unknown) => {
  console.error('App mount failed', error);
});
