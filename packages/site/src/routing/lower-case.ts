import type { SiteRules } from './decide-route.ts';
import { isGuarded } from './guard.ts';
import { type LocaleRouting, splitLocalePath } from './locale-paths.ts';
import type { PageMatch } from './match-page.ts';
import { findRouteRule } from './route-rules.ts';

/**
 * The address (a path, with its locale prefix) that an address typed in upper case stands for, or null
 * where its fixed parts are in lower case already. What names something, a slug or an id, stays as it
 * was typed. An address that no route has is asked for in lower case only where a rule or the guard
 * speaks of it; any other is nobody's, and its 404 says it as it was typed.
 */
export function findLowerCase(
  pathname: string,
  { page, address }: PageMatch,
  { routing, rules }: { routing: LocaleRouting; rules: SiteRules },
): string | null {
  const typed = pathname.replace(/(?<=.)\/$/, '');
  if (page !== null) {
    return address === typed ? null : address;
  }
  // Two slashes at the start would name another host.
  if (typed.startsWith('//')) {
    return null;
  }
  const lower = typed.toLowerCase();
  const { path } = splitLocalePath(lower, routing);
  const isOurs =
    findRouteRule(path, rules.routeRules) !== undefined || isGuarded(path, rules.guard);
  return isOurs && lower !== typed ? lower : null;
}
