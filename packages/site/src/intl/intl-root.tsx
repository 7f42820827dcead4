import {
  cloneElement,
  createContext,
  type ReactNode,
  use,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { IntlProvider } from 'use-intl';
import { keptFormatters } from './kept-formatters.ts';
import type { IntlState, IntlStore } from './locale-store.ts';
import { getLocale } from './locales.ts';

const IntlStoreContext = createContext<IntlStore | null>(null);

/** Gives every component below the texts, the zone and the time of the store. */
export function IntlRoot({ store, children }: { store: IntlStore; children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.get, store.getInitial);
  // The library's provider makes its formatters anew for each request, and takes none that are given. So it is
  // called here, as the hook that it is, and what it provides gets the formatters that are kept.
  const provider = IntlProvider({
    locale: getLocale(state.locale).tag,
    messages: state.messages,
    timeZone: state.zone,
    now: state.now,
    children,
  });
  const { value: provided } = provider.props;
  const value = useMemo(() => ({ ...provided, formatters: keptFormatters }), [provided]);
  return <IntlStoreContext value={store}>{cloneElement(provider, { value })}</IntlStoreContext>;
}

export function useIntlStore(): IntlStore {
  const store = use(IntlStoreContext);
  if (store === null) {
    throw new Error('There is no IntlRoot above this component.');
  }
  return store;
}

export function useIntlState(): IntlState {
  const store = useIntlStore();
  return useSyncExternalStore(store.subscribe, store.get, store.getInitial);
}

/** Says texts by keys that are put together while the page is shown. */
interface LooseTranslator {
  (key: string, values?: Record<string, string | number>): string;
  /** False for what this build has no text for. */
  has(key: string): boolean;
}

/**
 * Lets go of the exact keys of a translator, where they come from elsewhere: from the league's rules and
 * events, or from the server. Which there are is theirs to say; tests hold the texts against them.
 */
export function loosen(translate: (...given: never[]) => unknown): LooseTranslator {
  // Every translator has both; only its type knows the keys of its area.
  return translate as unknown as LooseTranslator;
}
