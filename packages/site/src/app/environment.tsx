import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { ShellData, ViewerData } from '../document-data.ts';
import type { LocaleRouting } from '../routing/locale-paths.ts';
import type { Store } from './store.ts';

/** What stays the same while the site is open in a tab. */
export interface Environment {
  shell: ShellData;
  routing: LocaleRouting;
  isDevelopment: boolean;
  /** Who is signed in, as the last payload said. */
  viewer: Store<ViewerData | null>;
}

const EnvironmentContext = createContext<Environment | null>(null);

export function EnvironmentProvider({
  value,
  children,
}: {
  value: Environment;
  children: ReactNode;
}) {
  return <EnvironmentContext value={value}>{children}</EnvironmentContext>;
}

export function useEnvironment(): Environment {
  const environment = use(EnvironmentContext);
  if (environment === null) {
    throw new Error('There is no EnvironmentProvider above this component.');
  }
  return environment;
}

/** The signed-in person, or null. */
export function useViewer(): ViewerData | null {
  const { viewer } = useEnvironment();
  return useSyncExternalStore(viewer.subscribe, viewer.get, viewer.getInitial);
}
