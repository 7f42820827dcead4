import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import { IntlProvider } from 'use-intl';
import type { IntlState, IntlStore } from './locale-store.ts';
import { getLocale } from './locales.ts';

const IntlStoreContext = createContext<IntlStore | null>(null);

/** Gives every component below the texts, the zone and the time of the store. */
export function IntlRoot({ store, children }: { store: IntlStore; children: ReactNode }) {
  const state = useSyncExternalStore(store.subscribe, store.get, store.getInitial);
  return (
    <IntlStoreContext value={store}>
      <IntlProvider
        locale={getLocale(state.locale).tag}
        messages={state.messages}
        timeZone={state.zone}
        now={state.now}
      >
        {children}
      </IntlProvider>
    </IntlStoreContext>
  );
}

export function useIntlStore(): IntlStore {
  const store = use(IntlStoreContext);
  if (store === null) throw new Error('There is no IntlRoot above this component.');
  return store;
}

export function useIntlState(): IntlState {
  const store = useIntlStore();
  return useSyncExternalStore(store.subscribe, store.get, store.getInitial);
}
