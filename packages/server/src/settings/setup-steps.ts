import { getLocale, isLocaleCode } from '@muster/site';
import type { SettingsFields } from '@muster/site/pages/settings/data.ts';
import type { LoaderInput } from '../context.ts';
import { loadSettings } from './page.ts';

/** A step is done where somebody, or a variable, has set one of its fields. */
function createStep(
  fields: readonly (keyof SettingsFields)[],
  listFacts: (holds: SettingsFields) => string[],
) {
  return async (input: LoaderInput) => {
    const data = await loadSettings(input);
    const isDone =
      data !== null &&
      fields.some((field) => data.set[field] !== null || data.variables[field] !== undefined);
    return { is_done: isDone, facts: isDone ? listFacts(data.holds) : [], data };
  };
}

export const loadNameStep = createStep(
  ['name', 'title_suffix', 'footer_line', 'footer_year'],
  ({ name }) => [name ?? ''],
);

export const loadLogoStep = createStep(['logo'], () => []);

export const loadLookStep = createStep(['hue'], ({ hue }) => [`${hue}°`]);

export const loadLanguagesStep = createStep(['locales', 'zone'], ({ locales }) =>
  (locales ?? []).filter(isLocaleCode).map((code) => getLocale(code).name),
);

export const loadAddressesStep = createStep(
  ['forum_url', 'chat_invite_url'],
  ({ forum_url, chat_invite_url }) =>
    [forum_url, chat_invite_url].flatMap((url) => (url === null ? [] : [new URL(url).host])),
);
