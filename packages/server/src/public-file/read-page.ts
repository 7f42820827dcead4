import type { LocaleCode } from '@muster/site';
import { pages } from '@muster/site';
import { holdsGoneName } from '@muster/site/app/name-the-gone.ts';
import { listDifferences } from '@muster/site/public-file/differences.ts';
import type { FilePage } from '@muster/site/public-file/file-pages.ts';
import type { KeptPage } from '@muster/site/public-file/given.ts';
import { createPageMatcher } from '@muster/site/routing/match-page.ts';
import type { Loader, LoaderInput } from '../context.ts';
import type { SettingsReader } from '../page/settings.ts';
import { loaders } from '../pages.ts';
import type { InstantView } from './one-instant.ts';

const match = createPageMatcher({ strategy: 'no_prefix', defaultLocale: 'en' });

export interface Reading {
  view: InstantView;
  settings: SettingsReader;
  now: Date;
}

/** What a stranger's question is, and whether the answer depended on their language. */
function askAs(locale: LocaleCode, address: string, { view, settings, now }: Reading) {
  const url = new URL(address, 'https://file.invalid');
  let isAsked = false;
  const input: LoaderInput = {
    database: view.database,
    viewer: null,
    settings,
    zone: settings.current.zone,
    now,
    params: match(url.pathname).parameters,
    url,
    get locale() {
      isAsked = true;
      return locale;
    },
  };
  return { input, isAsked: () => isAsked };
}

/** A page as a stranger gets it now, in all the league's languages; null where there is none for them. */
export async function readPage(
  page: FilePage,
  address: string,
  reading: Reading,
): Promise<KeptPage | null> {
  const { params } = askAs('en', address, reading).input;
  const loader = loaders[page] as Loader<unknown> | null;
  if (loader === null || pages[page].validate?.(params) === false) {
    return null;
  }
  reading.view.forget();
  const [first = 'en', ...others] = reading.settings.current.locales;
  const asked = askAs(first, address, reading);
  const data = toJson(await loader(asked.input));
  if (data === null) {
    return null;
  }
  const kept: KeptPage = { data, ...(holdsGoneName(data) ? { names_gone: true } : {}) };
  if (!asked.isAsked()) {
    return kept;
  }
  const words: KeptPage['words'] = {};
  for (const locale of others) {
    const other = toJson(await loader(askAs(locale, address, reading).input));
    const differences = listDifferences(data, other);
    if (differences.length > 0) {
      words[locale] = differences;
    }
  }
  return Object.keys(words).length === 0 ? kept : { ...kept, words };
}

/** As it reaches a browser: what is undefined is not there. */
const toJson = (data: unknown): unknown => JSON.parse(JSON.stringify(data));
