import type { RouteObject } from 'react-router';
import type { PageName } from '../page-data.ts';
import { pageNames, pages } from '../routes.ts';
import { expandRoute, type LocaleRouting } from '../routing/locale-paths.ts';
import { ErrorPage } from '../shell/error-page.tsx';
import { Shell } from '../shell/shell.tsx';
import { loadPage } from './load-page.ts';
import { createPageHost } from './page-host.tsx';

/** What a route object says about itself. */
export interface RouteHandle {
  page: PageName | null;
}

/** Data come from the data strategy; a route must have a loader all the same to be asked about at all. */
const loader = () => null;

/**
 * The site's routes under a locale strategy: the shell, and in it every page at each of its addresses.
 * Unknown addresses match too, so that redirects and the guard hold for them.
 */
export function createAppRoutes(routing: LocaleRouting): RouteObject[] {
  const children: RouteObject[] = pageNames.flatMap((name) =>
    expandRoute(name, pages[name].path, routing).map(({ id, path }) => ({
      id,
      path,
      handle: { page: name } satisfies RouteHandle,
      loader,
      errorElement: <ErrorPage />,
      lazy: async () => ({ Component: createPageHost(name, await loadPage(name)) }),
    })),
  );
  children.push({
    id: 'no-page',
    path: '*',
    handle: { page: null } satisfies RouteHandle,
    loader,
    element: null,
    errorElement: <ErrorPage />,
  });
  return [{ id: 'shell', element: <Shell />, errorElement: <ErrorPage />, children }];
}
