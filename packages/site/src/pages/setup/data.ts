import type { OfficesData, OwnedGamesData, OwnedLaddersData } from '../owner/data.ts';
import type { SettingsData } from '../settings/data.ts';
import type { SignInWaysData } from '../sign-in-ways/data.ts';

/** What each step of the set-up shows, by its name; the order here is of no matter. */
export interface SetupStepData {
  /** Null once there is an owner, and where a league cannot be restored from here. */
  restore: RestoreData | null;
  'sign-in': SignInWaysData | null;
  /** Null until an admin looks, as what follows. */
  name: SettingsData | null;
  logo: SettingsData | null;
  look: SettingsData | null;
  languages: SettingsData | null;
  addresses: SettingsData | null;
  /** What of it is there; `is_kept` where a season of it is over and stays in the archive. */
  demonstration: {
    seasons: number;
    teams: number;
    people: number;
    is_kept: boolean;
    /** How many of those who are no figures of it acted in it; null where nobody did. */
    real_people: number | null;
  };
  games: OwnedGamesData | null;
  ladder: OwnedLaddersData | null;
  helpers: OfficesData | null;
  mail: MailData | null;
}

/** What a backup says that it holds. */
export interface BackupContents {
  /** The league's name; null where it never had one of its own. */
  name: string | null;
  /** When the last event was; null in a league without one. */
  instant: string | null;
  people: number;
  teams: number;
  ladders: number;
  matches: number;
  events: number;
  files: number;
}

/** Why a backup was not taken. `stopped` and `failed` leave it to be tried again. */
export type RestoreFault = 'damaged' | 'newer' | 'no_room' | 'hindered' | 'failed';

/** How far a restore from the set-up page has come; shares are from 0 to 1. */
export type RestoreState =
  | { stage: 'none' }
  | { stage: 'receiving'; size: number; received: number }
  | { stage: 'checking'; size: number; share: number }
  /** Which public keys it is sealed to, where it says so, and whether a key that was typed is another's. */
  | { stage: 'sealed'; size: number; keys: string[]; is_wrong: boolean }
  | {
      stage: 'checked';
      size: number;
      contents: BackupContents;
      /** How many people have left since, by the lists that were found. */
      forgotten: number;
    }
  | { stage: 'restoring'; share: number }
  | { stage: 'refused'; fault: RestoreFault; detail: string | null };

/** The first step: a backup in place of a league that is nobody's yet. */
export interface RestoreData {
  state: RestoreState;
  most_bytes: number;
  piece_bytes: number;
}

/** How mail leaves the league: by a mail server, into a mailbox of this machine alone, or not at all. */
export interface MailFacts {
  way: 'smtp' | 'mailbox' | 'none';
  /** The mail server's host and port, and the address that stands as the sender; null without one. */
  server: string | null;
  sender: string | null;
}

/** What the step of mail shows. */
export interface MailData extends MailFacts {
  /** The viewer's own address, to which a test may go. */
  own_address: string | null;
}

/** What became of a test: the mail server's own words. */
export interface MailTest {
  outcome: 'sent' | 'unsent' | 'unknown';
  answer: string;
}

export type SetupStepName = keyof SetupStepData;

/** The steps in the order in which they are offered. */
export const setupSteps: readonly SetupStepName[] = [
  'restore',
  'sign-in',
  'name',
  'logo',
  'look',
  'languages',
  'addresses',
  'games',
  'ladder',
  'helpers',
  'mail',
  'demonstration',
];

/** A step, as it truly stands. */
export interface SetupLine {
  name: SetupStepName;
  is_done: boolean;
  /** What is there of it, by names that need no translation. */
  facts: string[];
}

/** The step that the address names (`?step=`), with its data. */
export type OpenStep = {
  [Name in SetupStepName]: { name: Name; data: SetupStepData[Name] };
}[SetupStepName];

/** What /setup shows. */
export interface SetupData {
  lines: SetupLine[];
  open: OpenStep | null;
  /** Before somebody has signed in only the ways to do so can be set. */
  is_admin: boolean;
}

export function isSetupStep(name: string | null): name is SetupStepName {
  return setupSteps.some((step) => step === name);
}
