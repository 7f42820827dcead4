import type { Calm, SideAct } from '@muster/league';
import type { LocaleCode } from './intl/locales.ts';
import type { LocaleRouting } from './routing/locale-paths.ts';
import type { MissingPage } from './routing/missing-page.ts';

export interface MenuItem {
  id: string;
  /** One for all languages, or one a language. */
  label: string | Readonly<Record<string, string>>;
  /** Of a page, or an https address elsewhere. */
  path: string;
}

export type MenuName = 'casual' | 'competitions' | 'servers';

/** What stands around every page. */
export interface ShellData {
  league_name: string;
  title_suffix: string;
  /** The line in the footer. */
  footer: string;
  /** Of bar and accents, in degrees of OKLCH. */
  hue: number;
  /** The languages that the league offers; the first is the default. */
  locales: readonly LocaleCode[];
  menus: Record<MenuName, MenuItem[]>;
  /** The pages of content that have a text, by slug. */
  pages: string[];
  forum_url: string | null;
  chat_invite_url: string | null;
  analytics_host: string | null;
  /** Where the browser finds sign-in, tables and hints; a null address is the site's own origin. */
  backend: { url: string | null; anon_key: string };
  /** Whether the chat platform lets people in; else the sign-in page says what does. */
  has_chat_sign_in: boolean;
  /** True while anybody may sign in as anybody; every page says so. */
  is_open_identity: boolean;
  /** True while a demonstration season runs; every page says so. */
  has_demo: boolean;
}

/** A match of the person's that begins within the hour or is under way, by what it asks of them first. */
export interface PinnedMatch {
  id: string;
  kind: SideAct | Calm;
  team: string;
  opponent: string;
  starts_at: string;
  /** Until when it asks that; null where no clock runs. */
  until: string | null;
}

/** The signed-in person as the shell shows them. */
export interface ViewerData {
  user_id: string;
  person_id: string;
  username: string;
  is_site_admin: boolean;
  is_editor: boolean;
  /** How many notices are new. */
  unread: number;
  /** How much waits on their desk; null for who has no office, or one that rests. */
  desk: number | null;
  /** What holds against them now, in words; it leads to their standing. */
  note: string | null;
  /** What they may not do anywhere now: nothing at all, or say anything; absent where all is open to them. */
  held?: 'barred' | 'muted';
  /** What stands above every page until it is over. */
  pin?: PinnedMatch | null;
  /** When the browser last heard that there is something new for them, by its own clock. */
  heard?: number;
}

/** What one navigation brings: the page's data, and who the server took the person for. */
export interface Payload {
  data: unknown;
  viewer: ViewerData | null;
  /** The server's time when it answered. */
  now: number;
  /** What the zones of the data, and the reader's own, are called in the language of the page. */
  places?: Readonly<Record<string, string>>;
  /** Somebody whom the data name has deleted their account: words stand in place of their name. */
  names_gone?: true;
  /** The session must be refreshed by the browser before this guarded page can be shown. */
  awaits_session?: true;
}

/** How an error crosses from server to browser: never with the text of a thrown error. */
export interface PayloadError {
  status: number;
  /** In English; the page says it in the person's language. */
  message: string;
  missing?: MissingPage;
  /** What to do, in the person's language, where the page's own texts do not say it. */
  hint?: string;
  /** Asked too often: the seconds until the next request may come. */
  wait?: number;
}

/** A page's payload, or why there is none. */
export type PageResult = Payload | { error: PayloadError };

/** What a payload request is answered with. */
export type PayloadAnswer = PageResult | { redirect: { to: string; is_external: boolean } };

/** What the document hands to the browser's entry. */
export interface DocumentData {
  build: string;
  locale: LocaleCode;
  zone: string;
  /** The zone that the person has set for themselves; else the browser's counts. */
  chosen_zone: string | null;
  now: number;
  routing: LocaleRouting;
  shell: ShellData;
  viewer: ViewerData | null;
  is_development: boolean;
  page: PageResult;
}
