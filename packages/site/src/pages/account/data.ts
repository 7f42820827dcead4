import type { LocaleCode } from '../../intl/locales.ts';
import type { PageHead, Translate } from '../../page-head.ts';
import type { GameIdentity } from '../profile/data.ts';

/** Hours of a week in which a person can play, in their own zone; until may be 24:00. */
export interface FreeHours {
  /** Monday 1. */
  weekday: number;
  from: string;
  to: string;
}

export interface OwnAccount {
  provider: string;
  display_name: string | null;
  is_shown: boolean;
}

/** What /account shows to its owner. */
export interface AccountData {
  user_id: string;
  username: string;
  locale: LocaleCode;
  email: string | null;
  /** The zone that they chose; null while their browser's is taken. */
  zone: string | null;
  zones: string[];
  availability: FreeHours[];
  accounts: OwnAccount[];
  /** Who they are in their games. */
  identities: GameIdentity[];
  /** The kinds that the league's games know. */
  identity_kinds: string[];
}

export function toAccountHead(_data: AccountData, translate: Translate): PageHead {
  return { title: translate('shell.titles.account'), isPrivate: true };
}
