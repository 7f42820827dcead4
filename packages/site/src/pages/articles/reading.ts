import type { LocaleCode } from '../../intl/locales.ts';

/** The language in which a text is read, and where else it is. */
export interface Reading {
  /** The language of what is shown. */
  locale: LocaleCode;
  /** The other languages in which it is. */
  others: LocaleCode[];
  /** Where what is shown, or what the reader would have been shown, renders an older original. */
  stale: Stale | null;
}

interface Stale {
  /** The language of the translation that is older. */
  locale: LocaleCode;
  original: LocaleCode;
  translated_at: string;
  /** When the original became another than the one that was translated. */
  changed_at: string;
}
