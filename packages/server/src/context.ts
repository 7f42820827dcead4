import type { Database, JournalState } from '@muster/database';
import type { PinnedMatch } from '@muster/site/document-data.ts';
import type { SignInOptions } from '@muster/site/pages/login/data.ts';
import type { MailFacts, RestoreData } from '@muster/site/pages/setup/data.ts';
import type { SignInWaysData } from '@muster/site/pages/sign-in-ways/data.ts';
import type { SettingsReader } from './page/settings.ts';

/** The person who asks, as their verified session and profile say; null for a visitor. */
export interface Viewer {
  /** `auth.users.id` */
  user_id: string;
  /** `profiles.id`, the person's id in the log */
  person_id: string;
  username: string;
  is_site_admin: boolean;
  /** Whether they write the league's texts, by that office or as a site admin. */
  is_editor: boolean;
  /** `auth.sessions.id`; absent where no sign-in stands behind the person. */
  session_id?: string;
}

/** What of the configuration whoever restores the league has to know; no secret is among it. */
export interface EmergencyFacts {
  /** The address of the league. */
  league: string;
  /** A folder, or an S3 without its key. */
  place: string;
  /** How that S3 is named as `BACKUP_DIR`, with `KEY:SECRET` in the place of these; null for a folder. */
  s3: string | null;
  /** The public keys that backups are sealed to. */
  keys: readonly string[];
}

/** What a process knows of the machine that it runs on, for who runs the league. */
export interface HostFacts {
  muster: string;
  node: string;
  mailWay: 'smtp' | 'mailbox' | 'none';
  /** In bytes; null where the database is on another machine. */
  disk: { free: number; total: number } | null;
  /** Migrations that this code has and the database lacks. */
  pending: number;
  /** Whether the league makes backups by itself. */
  hasBackups: boolean;
  /** How the embedded database's journal is; null where the database is another. */
  journal: JournalState | null;
  /** Where it makes them, as whoever brings it back has to name it. */
  emergency: EmergencyFacts | null;
}

/** What every loader and API handler gets. */
export interface RequestContext {
  database: Database;
  viewer: Viewer | null;
  /** The account of somebody who has taken the first step of signing in and owes the second: no viewer yet. */
  first_step?: string;
  /** Whether a visitor's browser is the one in which a league without an admin is set up. */
  sets_up?: true;
  /** What the sign-in page may offer. */
  readSignIn?: () => Promise<SignInOptions>;
  /** The ways to sign in as they are set, for who may see that; no secret is among it. */
  readSignInWays?: () => Promise<Omit<SignInWaysData, 'may_change' | 'providers' | 'has_email'>>;
  /** The viewer's match that is at hand; absent while none is. */
  readPin?: () => Promise<PinnedMatch | null>;
  /** What site admins may know of the machine. */
  readHost?: () => Promise<HostFacts>;
  /** How mail leaves, for whoever may see that; no secret is among it. */
  describeMail?: () => MailFacts;
  /** How far a restore from the set-up page is, for the browser of the set-up; absent where there is none. */
  readRestore?: () => RestoreData;
  /** What the league's owner has set. */
  settings?: SettingsReader;
  /** Whether the league sends mail at all. */
  sendsMail?: boolean;
  /** One of the seven locale codes. */
  locale: string;
  /** The viewer's IANA zone, UTC when unknown. */
  zone: string;
  /** The instant at which the request is answered. */
  now: Date;
}

export interface LoaderInput extends RequestContext {
  /** The route's parameters, decoded. */
  params: Record<string, string | undefined>;
  url: URL;
}

/** A page's loader returns the page's whole data, or null when what the address names does not exist (404). */
export type Loader<Data> = (input: LoaderInput) => Promise<Data | null>;
