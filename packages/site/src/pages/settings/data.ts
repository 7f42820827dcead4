import type { ZoneChoice } from '../../ui/zone-options.tsx';

/** The league's settings by field; null where nobody has set one. */
export interface SettingsFields {
  name: string | null;
  title_suffix: string | null;
  footer_line: string | null;
  footer_year: number | null;
  /** Of the languages that are offered, the default one first. */
  locales: string[] | null;
  zone: string | null;
  forum_url: string | null;
  chat_invite_url: string | null;
  /** Of bar and accents, 0 to 359 degrees of OKLCH. */
  hue: number | null;
  /** The key of the league's logo. */
  logo: string | null;
  /** Whether everybody may take the league’s public file. */
  public_file: boolean | null;
}

/** What /admins/settings shows. */
export interface SettingsData {
  /** What was set in the browser. */
  set: SettingsFields;
  /** What holds: variables of the environment and what ships included. */
  holds: SettingsFields;
  /** Fields that a variable of the environment sets, with its name; they cannot be changed here. */
  variables: Partial<Record<keyof SettingsFields, string>>;
  zones: readonly ZoneChoice[];
}
