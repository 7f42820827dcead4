import { zoneCookie } from '../intl/detect-locale.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { getRuntime } from './runtime.ts';

const year = 365 * 24 * 3600;

/** Tells the server this browser's time zone for the next page, and shows this one in it. */
export function keepZone(): void {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (!zone) return;
  if (readCookie(zoneCookie) !== zone) writeCookie(zoneCookie, zone, year);
  const { intl } = getRuntime();
  if (intl.get().zone !== zone) intl.set({ ...intl.get(), zone });
}
