import { loadPage } from '../../app/load-page.ts';
import { loadPageModule } from '../../app/page-modules.ts';
import type { PageResult, Payload, PayloadAnswer } from '../../document-data.ts';
import { addAreas } from '../../intl/page-messages.ts';
import type { PageName } from '../../page-data.ts';
import { pages } from '../../routes.ts';
import { decideRoute, type RouteDecision, toMissingError } from '../../routing/decide-route.ts';
import { redirectCookie } from '../../routing/guard.ts';
import { splitLocalePath, toLocalePath } from '../../routing/locale-paths.ts';
import { findLowerCase } from '../../routing/lower-case.ts';
import { writeCookie } from '../cookies.ts';
import { fetchWithRetry } from '../fetch/fetch-json.ts';
import { getServerTime, learnServerTime } from '../live/server-clock.ts';
import { getRuntime } from '../runtime.ts';
import { hasSessionCookie } from '../session/session-cookie.ts';
import type { Builds } from './builds.ts';
import type { Arrival, Visit } from './create-router.ts';

/**
 * What a visit does in the browser: the same decision as on the server, then at most one request for
 * the payload, beside the page's code and texts.
 */
export function createPageOpener(builds: Builds): (visit: Visit) => Promise<Arrival> {
  return async (visit) => {
    if (visit.isNavigation && builds.isOutdated()) {
      return leave(visit.url.href);
    }
    const decision = await decide(visit, builds).catch((error: unknown) => {
      if (builds.isOutdated()) {
        return leave(visit.url.href);
      }
      throw error;
    });
    return carryOut(decision, visit);
  };
}

/** The address is written otherwise: in lower case, in full. */
interface Respelled {
  kind: 'respelled';
  to: string;
}

async function decide({ url, match }: Visit, builds: Builds): Promise<RouteDecision | Respelled> {
  const { environment } = getRuntime();
  const rules = await builds.getMeta();
  const lower = findLowerCase(url.pathname, match, { routing: environment.routing, rules });
  if (lower !== null) {
    return { kind: 'respelled', to: lower + url.search + url.hash };
  }
  return decideRoute(
    {
      ...match,
      url,
      path: splitLocalePath(url.pathname, environment.routing).path,
      hasSession: hasSessionCookie(),
      isDevelopment: environment.isDevelopment,
    },
    rules,
  );
}

async function carryOut(decision: RouteDecision | Respelled, visit: Visit): Promise<Arrival> {
  switch (decision.kind) {
    case 'respelled':
      return { redirect: decision.to };
    case 'redirect': {
      if (decision.savesPath !== null) {
        writeCookie(redirectCookie, decision.savesPath, 3600);
      }
      return toRedirect(decision.to, decision.isExternal);
    }
    case 'not_found': {
      const { page } = visit.match;
      return { page, Page: null, result: { error: toMissingError(decision.missing) } };
    }
    case 'page':
      return openPage(decision.page, visit);
  }
}

/** What the page shows and only a document can do without. */
async function fetchStills(page: PageName): Promise<void> {
  const { stills = [] } = await loadPageModule(page);
  const areas = stills.flatMap((still) => still.areas);
  await Promise.all([addAreas(getRuntime().intl, areas), ...stills.map(({ fetch }) => fetch())]);
}

async function openPage(page: PageName, { url, isNavigation, signal }: Visit): Promise<Arrival> {
  const { intl } = getRuntime();
  const [Page, answer] = await Promise.all([
    loadPage(page),
    // A page without data is asked for all the same when it is to be told who is signed in now.
    pages[page].isBare && isNavigation ? toEmptyPayload() : fetchPayload(url, signal),
    addAreas(intl, pages[page].areas),
    fetchStills(page),
  ]);
  if ('redirect' in answer) {
    return toRedirect(answer.redirect.to, answer.redirect.is_external);
  }
  if (!isNavigation && 'error' in answer && answer.error.status === 503) {
    throw new Error('The server cannot tell what is new now.');
  }
  if (!('error' in answer) && !signal.aborted) {
    learnServerTime(answer.now);
    getRuntime().environment.viewer.set(keepSame(answer.viewer));
    learnPlaces(answer.places);
  }
  return { page, Page, result: isNavigation ? answer : keepShown(answer) };
}

/** Data asked for anew that are what is shown keep the shown object, so that nothing renders anew. */
function keepShown(answer: PageResult): PageResult {
  const { result } = getRuntime().router.shown.get();
  const toText = (given: PageResult) => JSON.stringify({ ...given, now: 0 });
  return toText(result) === toText(answer) ? result : answer;
}

async function fetchPayload(url: URL, signal: AbortSignal): Promise<PayloadAnswer> {
  const response = await fetchWithRetry(toPayloadAddress(url), { signal });
  const answer = (await response.json().catch(() => null)) as PayloadAnswer | null;
  return answer ?? { error: { status: response.status || 502, message: '' } };
}

/** `/ladders/x?tab=1` has its data at `/ladders/x/_payload.json?tab=1`. */
function toPayloadAddress(url: URL): string {
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  return `${path}_payload.json${url.search}`;
}

function toEmptyPayload(): Payload {
  return { data: null, viewer: getRuntime().environment.viewer.get(), now: getServerTime() };
}

/** Names that are known already change nothing, so that nothing renders anew. */
function learnPlaces(places: Payload['places'] = {}): void {
  const { intl } = getRuntime();
  const known = intl.get().places ?? {};
  if (Object.entries(places).some(([zone, name]) => known[zone] !== name)) {
    intl.set({ ...intl.get(), places: { ...known, ...places } });
  }
}

/** The same person keeps the same object, so that nothing renders anew for them. */
function keepSame(viewer: Payload['viewer']): Payload['viewer'] {
  const shown = getRuntime().environment.viewer.get();
  return JSON.stringify(shown) === JSON.stringify(viewer) ? shown : viewer;
}

function toRedirect(to: string, isExternal: boolean): Arrival | Promise<Arrival> {
  if (isExternal) {
    return leave(to);
  }
  const { environment, intl } = getRuntime();
  return { redirect: toLocalePath(to, intl.get().locale, environment.routing) };
}

/** Leaves for a document; the promise never ends, because this page does. */
function leave(address: string): Promise<never> {
  location.assign(address);
  return new Promise(() => {});
}
