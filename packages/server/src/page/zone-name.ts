import { createRequire } from 'node:module';
import { defaultLocale, isLocaleCode, type LocaleCode, locales } from '@muster/site';
import { toZoneName } from '@muster/site/ui/zone-name.ts';

const require = createRequire(import.meta.url);

type Names = Readonly<Record<string, string>>;

const names = new Map<LocaleCode, Names>(
  locales.map(({ code }) => [code, require(`@muster/site/locales/${code}/places.json`) as Names]),
);

/** What a zone is called in a language: 'Europe/Warsaw' is Warszawa in Polish; a place without a name of its own there bears the zone's. */
export function toLocalZoneName(zone: string, locale: string): string {
  const code = isLocaleCode(locale) ? locale : defaultLocale;
  return names.get(code)?.[zone] ?? toZoneName(zone);
}
