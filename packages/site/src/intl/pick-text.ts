import { defaultLocale } from './locales.ts';

/** A text in the reader's language, else in the default one, else in whichever there is. */
export function pickText(text: string | Readonly<Record<string, string>>, locale: string): string {
  if (typeof text === 'string') {
    return text;
  }
  return text[locale] ?? text[defaultLocale] ?? Object.values(text)[0] ?? '';
}
