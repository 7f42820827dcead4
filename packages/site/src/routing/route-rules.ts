import { matchesPattern } from './guard.ts';

/** What happens to a path before any page is looked for. */
export interface RouteRule {
  /** A path of ours, or a full address elsewhere: then the browser leaves the site. */
  redirect: string;
  status?: 301 | 302 | 307 | 308;
}

/** Keyed by path pattern; the first that matches counts. */
export type RouteRules = Readonly<Record<string, RouteRule>>;

export function findRouteRule(path: string, rules: RouteRules): RouteRule | undefined {
  for (const [pattern, rule] of Object.entries(rules)) {
    if (matchesPattern(path, pattern)) {
      return rule;
    }
  }
  return undefined;
}

export function isExternal(address: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(address) || address.startsWith('//');
}
