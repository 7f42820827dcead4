import {
  type ComponentType,
  createContext,
  type ReactNode,
  use,
  useSyncExternalStore,
} from 'react';
import type { PageResult } from '../document-data.ts';
import type { PageName } from '../page-data.ts';
import type { PageMatcher } from '../routing/match-page.ts';
import type { Store } from './store.ts';

export type PageComponent = ComponentType<{ data: unknown }>;

/** Where on a page the view is to stand once it is there: as far down as this, at what the hash names, or at the top. */
export interface ViewPlace {
  top: number | null;
  hash: string;
}

/** What is shown, and where somebody is going. */
export interface Shown {
  location: Pick<URL, 'pathname' | 'search' | 'hash'>;
  page: PageName | null;
  /** Null where there is no page. */
  Page: PageComponent | null;
  result: PageResult;
  /** Null: the view stays where it is. */
  place: ViewPlace | null;
  /** The address that is being loaded. */
  next: URL | null;
}

interface NavigateOptions {
  /** Takes the place of the shown entry in the tab's history. */
  replace?: boolean;
  /** Another view of the same page: the reader's place stays. */
  keepsPlace?: boolean;
}

/** Carries a tab from page to page. */
export interface Router {
  shown: Store<Shown>;
  match: PageMatcher;
  /** Settles when the page is shown, or the one that was gone to instead. */
  navigate(to: string, options?: NavigateOptions): Promise<void>;
  /** Asks for the shown page's data anew; settles when they are there. */
  revalidate(): Promise<void>;
}

const RouterContext = createContext<Router | null>(null);

export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  return <RouterContext value={router}>{children}</RouterContext>;
}

export function useRouter(): Router {
  const router = use(RouterContext);
  if (router === null) {
    throw new Error('There is no RouterProvider above this component.');
  }
  return router;
}

export function useShown(): Shown {
  const { shown } = useRouter();
  return useSyncExternalStore(shown.subscribe, shown.get, shown.getInitial);
}

/** Goes to a page of ours, after a command for example; links need no such thing. */
export function useNavigate(): Router['navigate'] {
  return useRouter().navigate;
}
