import { type ReactNode, startTransition, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadPage } from './app/load-page.ts';
import type { Router } from './app/router.tsx';
import { createStore } from './app/store.ts';
import { learnServerTime } from './client/live/server-clock.ts';
import { createRouter, type Visit } from './client/navigation/create-router.ts';
import type { Navigation } from './client/navigation/navigation.ts';
import { reloadOnce } from './client/navigation/reload-guard.ts';
import { keepZone } from './client/profile/zone.ts';
import { getRuntime, setRuntime } from './client/runtime.ts';
import { takeHandedFragment } from './client/session/handed-fragment.ts';
import { hasSessionCookie } from './client/session/session-cookie.ts';
import { loadSession } from './client/session/start-sign-in.ts';
import type { DocumentData, ViewerData } from './document-data.ts';
import { loadMessages } from './intl/load-messages.ts';
import type { IntlState } from './intl/locale-store.ts';
import { listPageAreas } from './routes.ts';
import { createPageMatcher } from './routing/match-page.ts';
import './ui/ui.css';

const loadAnalytics = () => import('./client/analytics.ts');

/** Brings the server's page to life: the same tree, the same data, then navigation in the browser. */
async function start(): Promise<void> {
  if (!takeHandedFragment()) {
    return;
  }
  const given = readDocumentData();
  learnServerTime(given.now);
  const match = createPageMatcher(given.routing);
  const { page } = match(location.pathname);
  const hasPage = page !== null && !('error' in given.page);
  const [messages, Page] = await Promise.all([
    loadMessages(given.locale, listPageAreas(page, given.page)),
    hasPage ? loadPage(page) : null,
  ]);
  const intl = createStore<IntlState>({
    locale: given.locale,
    messages,
    zone: given.zone,
    ...('error' in given.page ? {} : { places: given.page.places ?? {} }),
    now: new Date(given.now),
    pending: null,
  });
  const environment = {
    shell: given.shell,
    routing: given.routing,
    isDevelopment: given.is_development,
    viewer: createStore<ViewerData | null>(given.viewer),
  };
  const initial = { page, Page, result: given.page };
  const open = async (visit: Visit) => (await loadNavigation(given.build)).open(visit);
  const router = createRouter({ match, initial, open });
  setRuntime({ router, intl, environment });
  const root = document.getElementById('app');
  if (root === null) {
    throw new Error('No place for the app.');
  }
  await hydrate(root, <App environment={environment} intl={intl} router={router} />);
  void goOn(router, given);
}

/** Brings the tree to life in short steps, so that a finger on a slow phone never waits for all of it. */
function hydrate(root: HTMLElement, app: ReactNode): Promise<void> {
  return new Promise((resolve) => {
    startTransition(() => {
      hydrateRoot(root, <Alive onAlive={resolve}>{app}</Alive>);
    });
  });
}

function Alive({ children, onAlive }: { children: ReactNode; onAlive: () => void }) {
  useEffect(onAlive, [onAlive]);
  return children;
}

let navigation: Promise<Navigation> | null = null;

/** Loads what the first page can do without, once. */
function loadNavigation(build: string): Promise<Navigation> {
  navigation ??= import('./client/navigation/navigation.ts')
    .then(({ createNavigation }) => createNavigation(build))
    .catch((error: unknown) => {
      navigation = null;
      throw error;
    });
  return navigation;
}

/** What begins after the page is alive. */
async function goOn(router: Router, { build, chosen_zone }: DocumentData): Promise<void> {
  const { environment } = getRuntime();
  keepZone(chosen_zone);
  if (hasSessionCookie() && !location.pathname.endsWith('/confirm')) {
    void loadSession().then((session) => session.startSession());
  }
  if (environment.shell.analytics_host !== null) {
    void loadAnalytics().then((analytics) => analytics.startAnalytics(router));
  }
  try {
    (await loadNavigation(build)).start(router);
  } catch {
    // Its absence has been told of as any missing chunk's, and the first link that is followed asks for it again.
  }
  document.documentElement.dataset.alive = '';
}

function readDocumentData(): DocumentData {
  const text = document.getElementById('muster-data')?.textContent;
  if (!text) {
    throw new Error('No data.');
  }
  return JSON.parse(text) as DocumentData;
}

addEventListener('vite:preloadError', async (event) => {
  const target = getTarget();
  console.error('A part of the page could not be loaded', event);
  const latest = await fetch('/builds/latest.json')
    .then((answer) => answer.json())
    .catch(console.warn);
  // A new document takes away what was typed, and does not come while no server answers. It helps where somebody is on
  // their way, and where the part is gone with its build.
  if (latest && (target || latest.id !== readDocumentData().build)) {
    reloadOnce(target ?? location.pathname + location.search);
  }
});

/** Where the person is going; this address where the page was not alive yet, null where they are going nowhere. */
function getTarget(): string | null {
  try {
    const { next } = getRuntime().router.shown.get();
    return next && next.pathname + next.search + next.hash;
  } catch {
    return location.pathname + location.search;
  }
}

start().catch((error: unknown) => {
  console.error('App mount failed', error);
});
