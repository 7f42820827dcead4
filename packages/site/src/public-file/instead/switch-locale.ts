import { getRuntime } from '../../client/runtime.ts';
import { getLocale, isLocaleCode } from '../../intl/locales.ts';
import { showLocale } from '../../intl/page-messages.ts';
import { keepLocale } from '../own-locale.ts';

/** In place of `client/profile/switch-locale.ts`: nobody is told, and the browser remembers it where it can. */
export async function switchLocale(code: string): Promise<void> {
  if (!isLocaleCode(code)) {
    return;
  }
  const { intl, router } = getRuntime();
  keepLocale(code);
  await showLocale(intl, code);
  document.documentElement.lang = getLocale(code).tag;
  await router.revalidate();
}
