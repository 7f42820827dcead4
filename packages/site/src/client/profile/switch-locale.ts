import { localeCookie, localeCookieSeconds } from '../../intl/detect-locale.ts';
import { getLocale, isLocaleCode, type LocaleCode } from '../../intl/locales.ts';
import { loadSameAreas, showLocale } from '../../intl/page-messages.ts';
import { splitLocalePath, toLocalePath } from '../../routing/locale-paths.ts';
import { writeCookie } from '../cookies.ts';
import { getRuntime } from '../runtime.ts';
import { hasSessionCookie } from '../session/session-cookie.ts';

/**
 * Changes the language: it is pending while its texts load; a signed-in person's profile is told
 * first; only then does the interface change, or, where addresses bear the language, the address. A
 * language that the site does not have changes nothing.
 */
export async function switchLocale(code: string): Promise<void> {
  await changeLocale(code, async (locale) => {
    const viewer = getRuntime().environment.viewer.get();
    if (viewer !== null && hasSessionCookie()) {
      const { updateOwnProfile } = await import('./profiles.ts');
      await updateOwnProfile({ locale });
    }
  });
}

/** Shows the language that the person's profile names, without writing it back. */
export async function applyProfileLocale(code: string): Promise<void> {
  if (getRuntime().intl.get().locale !== code) {
    await changeLocale(code, async () => {});
  }
}

/** Where this page is in another language, or null where its address says nothing about the language. */
function findAddressIn(locale: LocaleCode): string | null {
  const { routing } = getRuntime().environment;
  if (routing.strategy === 'no_prefix') {
    return null;
  }
  const { pathname, search, hash } = location;
  const path = toLocalePath(splitLocalePath(pathname, routing).path, locale, routing);
  return path === pathname ? null : path + search + hash;
}

async function changeLocale(code: string, save: (code: string) => Promise<void>): Promise<void> {
  const { intl, router } = getRuntime();
  // Somebody who chose again meanwhile gets what they chose last.
  const isLast = () => intl.get().pending === code;
  if (!isLocaleCode(code)) {
    return;
  }
  const elsewhere = findAddressIn(code);
  intl.set({ ...intl.get(), pending: code });
  try {
    if (elsewhere === null) {
      await loadSameAreas(intl, code);
    }
    await save(code);
    if (!isLast()) {
      return;
    }
    writeCookie(localeCookie, code, localeCookieSeconds);
    if (elsewhere !== null) {
      location.assign(elsewhere);
      return;
    }
    await router.revalidate();
    if (!isLast()) {
      return;
    }
    document.documentElement.lang = getLocale(code).tag;
    await showLocale(intl, code);
  } catch (error) {
    if (isLast()) {
      intl.set({ ...intl.get(), pending: null });
    }
    throw error;
  }
}
