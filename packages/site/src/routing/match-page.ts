import type { PageName } from '../page-data.ts';
import { pageNames, pages, type RouteParameters } from '../routes.ts';
import { expandRoute, type LocaleRouting } from './locale-paths.ts';

/** The page that an address leads to; a null page where no route has it, so that redirects and the guard hold there too. */
export interface PageMatch {
  page: PageName | null;
  /** The route's name: the page's, with the language where addresses bear one. */
  route: string | null;
  parameters: RouteParameters;
  /** The address with its fixed parts in lower case and no slash at its end; as it was typed where no route has it. */
  address: string;
}

export type PageMatcher = (pathname: string) => PageMatch;

interface CompiledRoute {
  page: PageName;
  route: string;
  pattern: RegExp;
  /** What stands between the slashes of the path: the literal, or null for a parameter. */
  literals: (string | null)[];
  names: string[];
  /** `0` for a literal segment and `1` for a parameter, so that the more literal path sorts first. */
  rank: string;
}

const parameterPattern = /^:(\w+)$/;

/** Every page at each of its addresses under a locale strategy, as a function from a path to its page. */
export function createPageMatcher(routing: LocaleRouting): PageMatcher {
  const routes = pageNames
    .flatMap((page) =>
      expandRoute(page, pages[page].path, routing).map(({ id, path }) => ({
        ...compileRoute(path),
        page,
        route: id,
      })),
    )
    .sort((one, other) => (one.rank < other.rank ? -1 : 1));
  return (pathname) => {
    for (const { page, route, pattern, literals, names } of routes) {
      const values = pattern.exec(pathname)?.slice(1);
      if (values === undefined) {
        continue;
      }
      const pairs = names.map((name, place) => [name, decode(values[place] ?? '')]);
      const typed = pathname.split('/').slice(1);
      const address = `/${literals.map((literal, place) => literal ?? typed[place]).join('/')}`;
      return { page, route, parameters: Object.fromEntries(pairs), address };
    }
    return { page: null, route: null, parameters: {}, address: pathname };
  };
}

function compileRoute(path: string): Omit<CompiledRoute, 'page' | 'route'> {
  const segments = path.split('/').filter((segment) => segment !== '');
  const names = segments.flatMap((segment) => parameterPattern.exec(segment)?.[1] ?? []);
  const literals = segments.map((segment) => (parameterPattern.test(segment) ? null : segment));
  const source = segments
    .map((segment) => (parameterPattern.test(segment) ? '/([^/]+)' : `/${segment}`))
    .join('');
  return {
    names,
    literals,
    pattern: new RegExp(`^${source}/?$`, 'i'),
    rank: segments.map((segment) => (parameterPattern.test(segment) ? '1' : '0')).join(''),
  };
}

/** What cannot be decoded stays as it is; no validation takes it for a name. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
