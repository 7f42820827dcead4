import type { FlagWordsData } from '@muster/site/pages/moderation/data.ts';
import type { Loader } from '../context.ts';

/** The word list by language, for site admins. */
export const loadFlagWords: Loader<FlagWordsData> = async ({ database, viewer }) => {
  if (viewer?.is_site_admin !== true) {
    return null;
  }
  const rows = await database.query<{ locale: string; words: string[] }>(
    'select locale, array_agg(word order by word) as words from private.flag_words group by locale',
  );
  return { words: Object.fromEntries(rows.map(({ locale, words }) => [locale, words])) };
};
