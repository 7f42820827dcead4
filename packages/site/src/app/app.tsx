import { IntlRoot } from '../intl/intl-root.tsx';
import type { IntlStore } from '../intl/locale-store.ts';
import { Shell } from '../shell/shell.tsx';
import { type Environment, EnvironmentProvider } from './environment.tsx';
import { ErrorBoundary, PageView } from './page-view.tsx';
import { type Router, RouterProvider } from './router.tsx';

interface AppProps {
  environment: Environment;
  intl: IntlStore;
  router: Router;
}

/** The whole tree: the same on the server and in the browser. */
export function App({ environment, intl, router }: AppProps) {
  return (
    <EnvironmentProvider value={environment}>
      <IntlRoot store={intl}>
        <RouterProvider router={router}>
          <ErrorBoundary of={router}>
            <Shell>
              <PageView />
            </Shell>
          </ErrorBoundary>
        </RouterProvider>
      </IntlRoot>
    </EnvironmentProvider>
  );
}
