import { type LocaleCode, locales } from '../intl/locales.ts';

export type LocaleStrategy =
  | 'no_prefix'
  | 'prefix_except_default'
  | 'prefix'
  | 'prefix_and_default';

/** What becomes of the routes that are named for the default locale (`name___en___default`). */
export type DefaultRoutes = 'keep' | 'remove' | { rename: string };

export interface LocaleRouting {
  strategy: LocaleStrategy;
  defaultLocale: LocaleCode;
  defaultRoutes?: DefaultRoutes;
}

export interface LocalizedRoute {
  /** `ladder`, `ladder___fi`, or `ladder___en___default` for the default language's second address. */
  id: string;
  name: string;
  path: string;
  /** null: the address says nothing about the language. */
  locale: LocaleCode | null;
}

/** Expands one page's path into its addresses under the strategy. */
export function expandRoute(name: string, path: string, routing: LocaleRouting): LocalizedRoute[] {
  if (routing.strategy === 'no_prefix') {
    return [{ id: name, name, path, locale: null }];
  }
  const routes: LocalizedRoute[] = [];
  for (const { code } of locales) {
    const isDefault = code === routing.defaultLocale;
    const prefixed = joinPrefix(code, path);
    if (isDefault && routing.strategy === 'prefix_except_default') {
      routes.push({ id: `${name}___${code}`, name, path, locale: code });
    } else {
      routes.push({ id: `${name}___${code}`, name, path: prefixed, locale: code });
    }
    if (isDefault && routing.strategy === 'prefix_and_default') {
      routes.push(...toDefaultRoute(name, path, routing));
    }
  }
  return routes;
}

function toDefaultRoute(name: string, path: string, routing: LocaleRouting): LocalizedRoute[] {
  const wish = routing.defaultRoutes ?? 'keep';
  const locale = routing.defaultLocale;
  if (wish === 'remove') {
    return [];
  }
  const id =
    wish === 'keep' ? `${name}___${locale}___default` : wish.rename.replace('{name}', name);
  return [{ id, name, path, locale }];
}

/** Parts a path into the locale that its first segment names, if the strategy has prefixes, and the rest. */
export function splitLocalePath(
  path: string,
  routing: LocaleRouting,
): { locale: LocaleCode | null; path: string } {
  if (routing.strategy === 'no_prefix') {
    return { locale: null, path };
  }
  const [, first = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(path) ?? [];
  const named = locales.find(({ code }) => code === first.toLowerCase());
  if (named !== undefined) {
    return { locale: named.code, path: rest === '' ? '/' : rest };
  }
  return { locale: hasBareDefault(routing) ? routing.defaultLocale : null, path };
}

/** The address of a path of ours in a language. */
export function toLocalePath(path: string, locale: LocaleCode, routing: LocaleRouting): string {
  const isBare =
    routing.strategy === 'no_prefix' ||
    (locale === routing.defaultLocale && hasBareDefault(routing));
  return isBare ? path : joinPrefix(locale, path);
}

/** Whether an address without a language is one of the default language. */
function hasBareDefault({ strategy, defaultRoutes }: LocaleRouting): boolean {
  return (
    strategy === 'prefix_except_default' ||
    (strategy === 'prefix_and_default' && defaultRoutes !== 'remove')
  );
}

function joinPrefix(code: LocaleCode, path: string): string {
  return path === '/' || path === '' ? `/${code}` : `/${code}${path}`;
}
