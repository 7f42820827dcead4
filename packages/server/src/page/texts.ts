import { defaultLocale } from '@muster/site';

/** A translated text in the viewer's language, else in the default one. */
export function toText(texts: Record<string, string>, locale: string): string {
  return texts[locale] ?? texts[defaultLocale] ?? '';
}
