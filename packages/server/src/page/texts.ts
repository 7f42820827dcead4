import { defaultLocale } from '@muster/site';

type Texts = Readonly<Record<string, string>>;

const isThere = (text: string | undefined): boolean => text !== undefined && text !== '';

/** The language in which a text is shown: the viewer's, else the default, else whichever there is; null for none. */
export function pickLocale(texts: Texts, locale: string): string | null {
  const order = [locale, defaultLocale, ...Object.keys(texts)];
  return order.find((code) => isThere(texts[code])) ?? null;
}

/** A translated text in the viewer's language, else in the default one, else in whichever there is. */
export function toText(texts: Texts, locale: string): string {
  return texts[pickLocale(texts, locale) ?? ''] ?? '';
}
