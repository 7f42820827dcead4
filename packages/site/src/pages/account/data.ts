import type { LocaleCode } from '../../intl/locales.ts';
import type { PageHead, Translate } from '../../page-head.ts';
import type { ZoneChoice } from '../../ui/zone-options.tsx';
import type { SignInProvider } from '../login/data.ts';
import type { GameIdentity } from '../profile/data.ts';

/** Hours of a week in which a person can play, in the zone that is said beside them; until may be 24:00. */
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
  /** Whether it is their only way in, which nobody can unlink. */
  is_needed: boolean;
}

/** A team that asks the person in by name. */
export interface Invitation {
  invite_id: string;
  team: { slug: string; name: string; logo: string | null };
  by: string;
  expires_at: string;
}

/** What the second step of signing in can be taken with. */
export interface OwnFactor {
  id: string;
  kind: 'totp' | 'webauthn' | 'phone';
  name: string;
  added_at: string;
}

/** A browser in which the person is signed in. */
export interface OwnSession {
  id: string;
  user_agent: string;
  started_at: string;
  seen_at: string;
  is_current: boolean;
}

/** What /account shows to its owner. */
export interface AccountData {
  user_id: string;
  username: string;
  locale: LocaleCode;
  email: string | null;
  /** The zone that they chose; null while their browser's is taken. */
  zone: string | null;
  zones: readonly ZoneChoice[];
  availability: FreeHours[];
  /** The zone in which those hours are meant. */
  hours_zone: string;
  accounts: OwnAccount[];
  /** Who they are in their games. */
  identities: GameIdentity[];
  /** The kinds that the league's games know. */
  identity_kinds: string[];
  invitations: Invitation[];
  /** Where the person may sign in by e-mail. */
  has_email: boolean;
  has_password: boolean;
  /** The address that was asked for and is not proved yet. */
  new_email: string | null;
  /** The providers that the league takes, linked or not. */
  providers: SignInProvider[];
  factors: OwnFactor[];
  /** How many recovery codes are left. */
  recovery_codes: number;
  sessions: OwnSession[];
  /** The path of the calendar of their own matches; null until they ask for one. */
  calendar: string | null;
}

/** What becomes of a team whose member deletes their account. */
export interface TeamAfter {
  slug: string;
  name: string;
  outcome: 'stays' | 'passes' | 'disbands';
  /** Who becomes captain, where the place passes on. */
  heir: string | null;
  /** The matches that the team loses by it. */
  forfeits: { id: string; opponent: string }[];
}

/** What /account/delete says before it does it. */
export interface AccountDeleteData {
  username: string;
  teams: TeamAfter[];
  /** Ladders that they leave as drivers. */
  ladders: { slug: string; name: string }[];
  /** How many offices end. */
  offices: number;
}

/** What /account/password shows. */
export interface AccountPasswordData {
  /** Whether the present password must be given: not by somebody who came because they forgot it. */
  asks_current: boolean;
  /** Null for somebody without an address: they cannot sign in with a password. */
  email: string | null;
}

export function toAccountDeleteHead(_data: AccountDeleteData, translate: Translate): PageHead {
  return { title: translate('account.leaving.title'), isPrivate: true };
}

export function toAccountPasswordHead(_data: AccountPasswordData, translate: Translate): PageHead {
  return { title: translate('account.password.title'), isPrivate: true };
}
