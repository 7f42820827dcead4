/** The languages of the site: the code that addresses and profiles use, the tag of `lang` and Intl, the name in itself. */
export const locales = [
  { code: 'en', tag: 'en-US', name: 'English' },
  { code: 'es', tag: 'es-ES', name: 'Español' },
  { code: 'fr', tag: 'fr-FR', name: 'Français' },
  { code: 'de', tag: 'de-DE', name: 'Deutsch' },
  { code: 'pl', tag: 'pl-PL', name: 'Polski' },
  { code: 'pt', tag: 'pt-BR', name: 'Português' },
  { code: 'fi', tag: 'fi-FI', name: 'Suomi' },
] as const;

export type Locale = (typeof locales)[number];
export type LocaleCode = Locale['code'];

export const defaultLocale: LocaleCode = 'en';

const byCode = new Map<string, Locale>(locales.map((locale) => [locale.code, locale]));

export function isLocaleCode(value: unknown): value is LocaleCode {
  return typeof value === 'string' && byCode.has(value);
}

export function getLocale(code: LocaleCode): Locale {
  const locale = byCode.get(code);
  if (locale === undefined) {
    throw new Error(`No such locale: ${code}`);
  }
  return locale;
}
