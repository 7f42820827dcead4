import type { LocaleCode } from '../../intl/locales.ts';
import type { Area, Messages } from '../../intl/messages.ts';
import { readTexts } from '../given.ts';

/** In place of `intl/load-messages.ts`: all areas of a language lie in one script. */
export function loadMessages(locale: LocaleCode, _areas: readonly Area[]): Promise<Messages> {
  return readTexts(locale);
}
