import type { PayloadError } from '../document-data.ts';
import type { PageName } from '../page-data.ts';
import { pages, type RouteParameters } from '../routes.ts';
import { type GuardRules, isGuarded } from './guard.ts';
import type { MissingPage } from './missing-page.ts';
import { findRouteRule, isExternal, type RouteRules } from './route-rules.ts';

export interface RouteQuestion {
  /** Null when no route has the address. */
  page: PageName | null;
  parameters: RouteParameters;
  /** As typed, with its locale prefix: for texts, and for the way back after signing in. */
  url: URL;
  /** The path without its locale prefix: what rules and patterns speak of. */
  path: string;
  hasSession: boolean;
  isDevelopment: boolean;
}

export interface SiteRules {
  guard: GuardRules;
  routeRules: RouteRules;
}

export type RouteDecision =
  | { kind: 'page'; page: PageName; isGuarded: boolean }
  | { kind: 'redirect'; to: string; status: number; isExternal: boolean; savesPath: string | null }
  | { kind: 'not_found'; missing: MissingPage };

/**
 * What happens at an address, before any data is asked for. The server and the browser ask the same
 * function, so that a click and a typed address end alike.
 */
export function decideRoute(question: RouteQuestion, rules: SiteRules): RouteDecision {
  const { page, parameters, url, path } = question;
  const rule = findRouteRule(path, rules.routeRules);
  if (rule !== undefined) {
    return {
      kind: 'redirect',
      to: rule.redirect,
      status: rule.status ?? 302,
      isExternal: isExternal(rule.redirect),
      savesPath: null,
    };
  }
  const guarded = isGuarded(path, rules.guard);
  if (guarded && !question.hasSession) {
    return {
      kind: 'redirect',
      to: rules.guard.loginPath,
      status: 302,
      isExternal: false,
      savesPath: rules.guard.savesRedirect ? url.pathname + url.search + url.hash : null,
    };
  }
  if (page === null || (pages[page].isDevelopmentOnly === true && !question.isDevelopment)) {
    return { kind: 'not_found', missing: { reason: 'no_route', path: toShown(url.pathname) } };
  }
  if (pages[page].validate?.(parameters) === false) {
    return { kind: 'not_found', missing: toInvalidPage(url) };
  }
  return { kind: 'page', page, isGuarded: guarded };
}

/** A route has the path, but what it names does not exist. */
export function toInvalidPage(url: URL): MissingPage {
  return { reason: 'invalid', path: toShown(url.pathname + url.search) };
}

/** What is answered where there is no page; its text is for who reads the answer without the page. */
export function toMissingError(missing: MissingPage): PayloadError {
  const { reason, path } = missing;
  const message = reason === 'no_route' ? `Page not found: ${path}` : `Page Not Found: ${path}`;
  return { status: 404, message, missing };
}

function toShown(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
