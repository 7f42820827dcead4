import { type DataStrategyFunctionArgs, type DataStrategyResult, redirect } from 'react-router';
import type { RouteHandle } from '../app/app-routes.tsx';
import type { Payload, PayloadAnswer } from '../document-data.ts';
import { pages } from '../routes.ts';
import { decideRoute, type RouteDecision } from '../routing/decide-route.ts';
import { redirectCookie } from '../routing/guard.ts';
import { splitLocalePath, toLocalePath } from '../routing/locale-paths.ts';
import type { Builds } from './builds.ts';
import { writeCookie } from './cookies.ts';
import { fetchWithRetry } from './fetch-json.ts';
import { toMissingError, toRouteError } from './route-error.ts';
import { getRuntime } from './runtime.ts';
import { learnServerTime } from './server-clock.ts';
import { hasSessionCookie } from './session-cookie.ts';

type Results = Record<string, DataStrategyResult>;

/**
 * What a navigation does in the browser: the same decision as on the server, then at most one request
 * for the payload, beside the page's chunk.
 */
export function createDataStrategy(builds: Builds) {
  return async ({
    request,
    matches,
    unstable_initiator,
  }: DataStrategyFunctionArgs): Promise<Results> => {
    const match = matches.at(-1);
    if (match === undefined) return {};
    const url = new URL(request.url);
    const isNavigation = unstable_initiator === 'navigation';
    if (isNavigation && builds.isOutdated()) return leave(url.href);
    const decision = await decide(
      url,
      match.route.handle as RouteHandle,
      match.params,
      builds,
    ).catch((error: unknown) => {
      if (builds.isOutdated()) return leave(url.href);
      throw error;
    });
    const result = await carryOut(decision, { url, match, isNavigation, signal: request.signal });
    return { [match.route.id]: result };
  };
}

async function decide(
  url: URL,
  handle: RouteHandle,
  parameters: Readonly<Record<string, string | undefined>>,
  builds: Builds,
): Promise<RouteDecision> {
  const { environment } = getRuntime();
  const rules = await builds.getMeta();
  return decideRoute(
    {
      page: handle.page,
      parameters,
      url,
      path: splitLocalePath(url.pathname, environment.routing).path,
      hasSession: hasSessionCookie(),
      isDevelopment: environment.isDevelopment,
    },
    rules,
  );
}

interface Visit {
  url: URL;
  match: DataStrategyFunctionArgs['matches'][number];
  isNavigation: boolean;
  signal: AbortSignal;
}

async function carryOut(
  decision: RouteDecision,
  { url, match, isNavigation, signal }: Visit,
): Promise<DataStrategyResult> {
  switch (decision.kind) {
    case 'redirect': {
      if (decision.savesPath !== null) writeCookie(redirectCookie, decision.savesPath, 3600);
      return toRedirect(decision.to, decision.isExternal);
    }
    case 'not_found':
      return { type: 'error', result: toRouteError(toMissingError(decision.missing)) };
    case 'page': {
      const { page } = decision;
      // A page without data is asked for all the same when it is to be told who is signed in now.
      return await match.resolve(async () =>
        pages[page].hasData || !isNavigation ? await fetchPayload(url, signal) : toEmptyPayload(),
      );
    }
  }
}

async function fetchPayload(url: URL, signal: AbortSignal): Promise<unknown> {
  const response = await fetchWithRetry(toPayloadAddress(url), { signal });
  const answer = (await response.json().catch(() => null)) as PayloadAnswer | null;
  if (answer === null) throw toRouteError({ status: response.status || 502, message: '' });
  if ('redirect' in answer)
    throw (await toRedirect(answer.redirect.to, answer.redirect.is_external)).result;
  if ('error' in answer) throw toRouteError(answer.error);
  learnServerTime(answer.now);
  getRuntime().environment.viewer.set(keepSame(answer.viewer));
  return answer;
}

/** `/ladders/x?tab=1` has its data at `/ladders/x/_payload.json?tab=1`. */
export function toPayloadAddress(url: URL): string {
  const path = url.pathname.endsWith('/') ? url.pathname : `${url.pathname}/`;
  return `${path}_payload.json${url.search}`;
}

function toEmptyPayload(): Payload {
  return { data: null, viewer: getRuntime().environment.viewer.get(), now: Date.now() };
}

/** The same person keeps the same object, so that nothing renders anew for them. */
function keepSame(viewer: Payload['viewer']): Payload['viewer'] {
  const shown = getRuntime().environment.viewer.get();
  return JSON.stringify(shown) === JSON.stringify(viewer) ? shown : viewer;
}

function toRedirect(
  to: string,
  isExternal: boolean,
): DataStrategyResult | Promise<DataStrategyResult> {
  if (isExternal) return leave(to);
  const { environment, intl } = getRuntime();
  return {
    type: 'error',
    result: redirect(toLocalePath(to, intl.get().locale, environment.routing)),
  };
}

/** Leaves for a document; the promise never ends, because this page does. */
function leave(address: string): Promise<never> {
  location.assign(address);
  return new Promise(() => {});
}
