import { useEffect, useState } from 'react';
import { isLocaleCode, type LocaleCode } from '../../intl/locales.ts';

/**
 * The languages of people by user_id, read in one request once the page is alive; empty until then, where
 * they cannot be read, and for no people.
 */
export function useLanguages(
  userIds: readonly (string | null)[],
): Readonly<Record<string, LocaleCode>> {
  const [languages, setLanguages] = useState<Readonly<Record<string, LocaleCode>>>({});
  const asked = userIds.filter((id) => id !== null).join(' ');
  useEffect(() => {
    if (asked === '') {
      return;
    }
    let isGone = false;
    void import('./profiles.ts')
      .then(({ listProfiles }) => listProfiles(asked.split(' ')))
      .then((profiles) => {
        const pairs = profiles.map(({ user_id, locale }) => [user_id, locale]);
        if (!isGone) {
          setLanguages(Object.fromEntries(pairs.filter(([, code]) => isLocaleCode(code))));
        }
      })
      .catch((error: unknown) => console.error('Languages could not be read', error));
    return () => {
      isGone = true;
    };
  }, [asked]);
  return languages;
}
