/** Who must be signed in where. Patterns are paths in which `*` stands for anything. */
export interface GuardRules {
  loginPath: string;
  callbackPath: string;
  /** The guarded paths; an empty list guards everything. */
  include: readonly string[];
  /** Paths that are free although a pattern of `include` covers them. */
  exclude: readonly string[];
  /** Keeps the address that was asked for in a cookie, so that signing in can lead back to it. */
  savesRedirect: boolean;
}

export const redirectCookie = 'muster-redirect-path';

/** Whether a path (without its locale prefix) may be seen only with a session. */
export function isGuarded(path: string, rules: GuardRules): boolean {
  const plain = trimSlash(path);
  if (plain === rules.loginPath || plain === rules.callbackPath) {
    return false;
  }
  if (rules.exclude.some((pattern) => matchesPattern(plain, pattern))) {
    return false;
  }
  return (
    rules.include.length === 0 || rules.include.some((pattern) => matchesPattern(plain, pattern))
  );
}

/**
 * `/account*` covers /account, /account/keys and /accounting; `/teams/<any>/edit`, written with a star,
 * covers any one team's page. Upper case is no way round a pattern.
 */
export function matchesPattern(path: string, pattern: string): boolean {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${source}$`, 'i').test(path);
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
