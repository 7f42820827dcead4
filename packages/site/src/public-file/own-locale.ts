import { detectLocale, localeCookie } from '../intl/detect-locale.ts';
import type { LocaleCode } from '../intl/locales.ts';

/** The language to begin with: the one chosen here before, else the first that the browser asks for and the league has. */
export function readOwnLocale(offered: readonly LocaleCode[]): LocaleCode {
  return detectLocale(readKept(), navigator.languages.join(','), offered);
}

// A page from a folder may be refused any storage: then the choice holds until the tab is closed.
function readKept(): string | null {
  try {
    return localStorage.getItem(localeCookie);
  } catch {
    return null;
  }
}

export function keepLocale(code: LocaleCode): void {
  try {
    localStorage.setItem(localeCookie, code);
  } catch {
    return;
  }
}
