import type { Store } from '../app/store.ts';
import type { LocaleCode } from './locales.ts';
import type { Messages } from './messages.ts';

/** The language, zone and time that the interface is shown in. */
export interface IntlState {
  locale: LocaleCode;
  messages: Messages;
  zone: string;
  /** What zones are called in the language, as far as pages have named them. */
  places?: Readonly<Record<string, string>>;
  now: Date;
  /** The language that was chosen and is not shown yet. */
  pending: LocaleCode | null;
}

export type IntlStore = Store<IntlState>;
