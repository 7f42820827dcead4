import { defaultLocale, isLocaleCode, type LocaleCode, locales } from './locales.ts';

export const localeCookie = 'muster-locale';
export const localeCookieSeconds = 365 * 24 * 3600;
export const zoneCookie = 'muster-zone';

/**
 * The language of somebody who has not chosen one by address: cookie, then the browser's wishes, then the first of
 * those that are offered.
 */
export function detectLocale(
  cookie: string | null | undefined,
  acceptLanguage: string | null | undefined,
  offered: readonly LocaleCode[] = locales.map(({ code }) => code),
): LocaleCode {
  if (isLocaleCode(cookie) && offered.includes(cookie)) {
    return cookie;
  }
  const choices = locales.filter(({ code }) => offered.includes(code));
  for (const tag of parseAcceptLanguage(acceptLanguage ?? '')) {
    const exact = choices.find((locale) => locale.tag.toLowerCase() === tag);
    const language = choices.find((locale) => locale.code === tag.split('-')[0]);
    const found = exact ?? language;
    if (found !== undefined) {
      return found.code;
    }
  }
  return offered[0] ?? defaultLocale;
}

/** The tags of an Accept-Language header, lower case, the most wanted first; refused ones are left out. */
function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((part, place) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const weight = parameters.map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1]).find(Boolean);
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight), place };
    })
    .filter(({ tag, weight }) => tag !== '' && tag !== '*' && weight > 0)
    .sort((one, other) => other.weight - one.weight || one.place - other.place)
    .map(({ tag }) => tag);
}

const knownZones = new Set<string>();

/** A zone that Intl knows, or UTC. */
export function toKnownZone(zone: string | null | undefined): string {
  if (!zone) {
    return 'UTC';
  }
  // There are some hundreds of names; to ask Intl costs as much as a tenth of a page.
  if (knownZones.has(zone)) {
    return zone;
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch {
    return 'UTC';
  }
  if (knownZones.size < 2000) {
    knownZones.add(zone);
  }
  return zone;
}
