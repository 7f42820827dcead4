import type { SettingsData } from '@muster/site/pages/settings/data.ts';
import type { Loader } from '../context.ts';
import { type SettingsRow, settingsColumns } from '../page/settings.ts';
import { listZones } from '../page/zones.ts';

const nothing: SettingsRow = {
  name: null,
  title_suffix: null,
  footer_line: null,
  footer_year: null,
  locales: null,
  zone: null,
  forum_url: null,
  chat_invite_url: null,
  hue: null,
  logo: null,
  public_file: null,
};

/** What is set, what holds, and what a variable holds; null for everybody but the site's admins. */
export const loadSettings: Loader<SettingsData> = async ({
  database,
  viewer,
  settings,
  locale,
}) => {
  if (viewer?.is_site_admin !== true || settings === undefined) {
    return null;
  }
  const [row = nothing] = await database.query<SettingsRow>(
    `select ${settingsColumns} from public.league_settings`,
  );
  const { leagueName, titleSuffix, footerYear, locales, zone, ...more } = settings.current;
  return {
    set: row,
    holds: {
      name: leagueName,
      title_suffix: titleSuffix,
      footer_line: more.footerLine,
      footer_year: footerYear,
      locales: [...locales],
      zone,
      forum_url: more.forumUrl,
      chat_invite_url: more.chatInviteUrl,
      hue: more.hue,
      logo: row.logo,
      public_file: more.publicFile,
    },
    variables: settings.variables,
    zones: listZones(locale),
  };
};
