import { zoneCookie } from '../../intl/detect-locale.ts';
import { readCookie, writeCookie } from '../cookies.ts';
import { getRuntime } from '../runtime.ts';

const year = 365 * 24 * 3600;

/** The zone that this browser says it is in; null where it says none. */
export function getBrowserZone(): string | null {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || null;
}

/**
 * Tells the server this browser's time zone for the next page, and shows this one in it; where the
 * person has chosen a zone for themselves, in that one.
 */
export function keepZone(chosen: string | null): void {
  const ofBrowser = getBrowserZone();
  if (ofBrowser && readCookie(zoneCookie) !== ofBrowser) {
    writeCookie(zoneCookie, ofBrowser, year);
  }
  const zone = chosen ?? ofBrowser;
  if (!zone) {
    return;
  }
  const { intl } = getRuntime();
  if (intl.get().zone !== zone) {
    intl.set({ ...intl.get(), zone });
  }
}
