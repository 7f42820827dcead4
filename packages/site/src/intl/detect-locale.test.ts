import { describe, expect, it } from 'vitest';
import { detectLocale, localeCookieSeconds, toKnownZone } from './detect-locale.ts';
import { defaultLocale, getLocale, isLocaleCode, locales } from './locales.ts';

describe('the languages', () => {
  it('are the seven of the specification', () => {
    expect(locales.map(({ code, tag, name }) => `${code} ${tag} ${name}`)).toEqual([
      'en en-US English',
      'es es-ES Español',
      'fr fr-FR Français',
      'de de-DE Deutsch',
      'pl pl-PL Polski',
      'pt pt-BR Português',
      'fi fi-FI Suomi',
    ]);
    expect(getLocale(defaultLocale).tag).toBe('en-US');
    expect(isLocaleCode('sv')).toBe(false);
    expect(localeCookieSeconds).toBe(365 * 24 * 60 * 60);
  });
});

describe('detectLocale', () => {
  it.each([
    ['fi', 'de-DE', 'fi'],
    ['xx', 'de-DE', 'de'],
    [null, 'sv-SE, pl;q=0.8, fr;q=0.9', 'fr'],
    [null, 'pt-PT', 'pt'],
    [null, 'fi;q=0, es;q=0.1', 'es'],
    [null, '*', 'en'],
    [null, ';;,,q=', 'en'],
    [null, null, 'en'],
  ])('takes cookie %s and wishes %s for %s', (cookie, wishes, expected) => {
    expect(detectLocale(cookie, wishes)).toBe(expected);
  });
});

describe('toKnownZone', () => {
  it('takes UTC for what Intl does not know', () => {
    expect(toKnownZone('Europe/Helsinki')).toBe('Europe/Helsinki');
    expect(toKnownZone('Mars/Olympus')).toBe('UTC');
    expect(toKnownZone(null)).toBe('UTC');
  });
});
