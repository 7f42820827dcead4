import { type Database, toUnavailable } from '@muster/database';
import { isLocaleCode, type LocaleCode, locales } from '@muster/site';
import { defaultHue } from '@muster/site/ui/hue.ts';
import type { Config } from '../config.ts';

/** What stands around everything the league says of itself. */
export interface Settings {
  leagueName: string;
  /** Behind the name in titles, with its space; empty for none. */
  titleSuffix: string;
  /** The footer's line; null for the year and the name. */
  footerLine: string | null;
  footerYear: number;
  /** The languages that are offered; the first is for whoever wants none of them. */
  locales: readonly LocaleCode[];
  /** For whoever's own is not known. */
  zone: string;
  forumUrl: string | null;
  chatInviteUrl: string | null;
  /** Of bar and accents, in degrees of OKLCH. */
  hue: number;
  logo: Logo | null;
  /** Whether anybody may take the league's public file. */
  publicFile: boolean;
}

/** The league's own logo: where its forms are, and its width in the bar, in CSS pixels. */
export interface Logo {
  path: string;
  width: number;
}

export interface SettingsRow {
  name: string | null;
  title_suffix: string | null;
  footer_line: string | null;
  footer_year: number | null;
  locales: string[] | null;
  zone: string | null;
  forum_url: string | null;
  chat_invite_url: string | null;
  hue: number | null;
  /** The key of one of `private.league_logos`. */
  logo: string | null;
  public_file: boolean | null;
}

interface ReadRow extends SettingsRow {
  bar_width: number | null;
}

type Variables = Pick<
  Config,
  'leagueName' | 'leagueTitleSuffix' | 'forumUrl' | 'chatInviteUrl' | 'supabase'
>;

/** Where a process tells the others that settings are other ones now. */
export const settingsChannel = 'muster_settings';

export const settingsColumns =
  'name, title_suffix, footer_line, footer_year, locales, zone, forum_url, chat_invite_url, hue, logo, public_file';

/** Where the forms of a logo are, by its key. */
export const toLogoPath = (key: string) => `/api/league-logos/${key}`;

const statement = `select ${settingsColumns}, bar_width from public.league_settings
  left join private.league_logos on key = logo`;

/** The settings as they hold: a variable of the environment before what was set, that before what ships. */
export function toSettings(row: ReadRow | undefined, config: Variables): Settings {
  const chosen = row?.locales?.filter(isLocaleCode) ?? [];
  return {
    leagueName: config.leagueName ?? row?.name ?? 'Muster',
    titleSuffix: config.leagueTitleSuffix ?? row?.title_suffix ?? ' League',
    footerLine: row?.footer_line ?? null,
    footerYear: row?.footer_year ?? 2025,
    locales: chosen.length > 0 ? chosen : locales.map(({ code }) => code),
    zone: row?.zone ?? 'UTC',
    forumUrl: config.forumUrl ?? row?.forum_url ?? null,
    chatInviteUrl: config.chatInviteUrl ?? row?.chat_invite_url ?? null,
    hue: row?.hue ?? defaultHue,
    logo: toLogo(row),
    // Pictures that lie with another's storage service are not written out.
    publicFile: config.supabase === null && row?.public_file !== false,
  };
}

function toLogo(row: ReadRow | undefined): Logo | null {
  const { logo = null, bar_width = null } = row ?? {};
  if (logo === null || bar_width === null) {
    return null;
  }
  // It is drawn for screens that show two pixels where one is meant.
  return { path: toLogoPath(logo), width: Math.ceil(bar_width / 2) };
}

/** The fields that a variable of the environment sets, each with the variable's name. */
export type SetVariables = Partial<Record<keyof SettingsRow, string>>;

function listVariables(config: Variables): SetVariables {
  return {
    ...(config.leagueName === null ? {} : { name: 'LEAGUE_NAME' }),
    ...(config.leagueTitleSuffix === null ? {} : { title_suffix: 'LEAGUE_TITLE_SUFFIX' }),
    ...(config.forumUrl === null ? {} : { forum_url: 'FORUM_URL' }),
    ...(config.chatInviteUrl === null ? {} : { chat_invite_url: 'CHAT_INVITE_URL' }),
    ...(config.supabase === null ? {} : { public_file: 'SUPABASE_URL' }),
  };
}

/** The league's settings as this process knows them. */
export interface SettingsReader {
  readonly current: Settings;
  readonly variables: SetVariables;
  /** Reads them anew; where the database is away, those that are known stay. */
  refresh(): Promise<void>;
}

/** The settings where no league has set any: what ships, and the environment. */
export function createFixedSettings(config: Variables): SettingsReader {
  return {
    current: toSettings(undefined, config),
    variables: listVariables(config),
    refresh: async () => undefined,
  };
}

/** Reads the settings, and again by `refresh`. */
export async function createSettingsReader(
  database: Database,
  config: Variables,
): Promise<SettingsReader> {
  let current = toSettings(undefined, config);
  const refresh = async () => {
    try {
      const [row] = await database.query<ReadRow>(statement);
      current = toSettings(row, config);
    } catch (error) {
      if (toUnavailable(error) === null) {
        throw error;
      }
    }
  };
  await refresh();
  return {
    get current() {
      return current;
    },
    variables: listVariables(config),
    refresh,
  };
}
