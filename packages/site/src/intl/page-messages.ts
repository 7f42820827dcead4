import { loadMessages } from './load-messages.ts';
import type { IntlStore } from './locale-store.ts';
import type { LocaleCode } from './locales.ts';
import type { Area, Messages } from './messages.ts';

function listMissing(messages: Messages, areas: readonly Area[]): Area[] {
  return areas.filter((area) => !(area in messages));
}

/** Adds to what is shown the areas of a page that are not here yet, in the language that is shown. */
export async function addAreas(intl: IntlStore, areas: readonly Area[]): Promise<void> {
  for (;;) {
    const { locale, messages } = intl.get();
    const missing = listMissing(messages, areas);
    if (missing.length === 0) {
      return;
    }
    const added = await loadMessages(locale, missing);
    const state = intl.get();
    // Another language may be shown by now; then its texts are looked at.
    if (state.locale === locale) {
      intl.set({ ...state, messages: { ...state.messages, ...added } });
    }
  }
}

/** Fetches another language's texts of every area that is here. */
export function loadSameAreas(intl: IntlStore, locale: LocaleCode): Promise<Messages> {
  return loadMessages(locale, Object.keys(intl.get().messages) as Area[]);
}

/** Shows another language, once it has every area that is here, also those that came while it was loaded. */
export async function showLocale(intl: IntlStore, locale: LocaleCode): Promise<void> {
  let messages = await loadSameAreas(intl, locale);
  while (listMissing(messages, Object.keys(intl.get().messages) as Area[]).length > 0) {
    messages = await loadSameAreas(intl, locale);
  }
  intl.set({ ...intl.get(), locale, messages, pending: null });
}
