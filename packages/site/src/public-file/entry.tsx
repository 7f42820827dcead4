// First, as on the site: it says in which order styles count.
import '../ui/ui.css';
import { createRoot } from 'react-dom/client';
import { App } from '../app/app.tsx';
import { loadPage } from '../app/load-page.ts';
import { createStore } from '../app/store.ts';
import { learnServerTime } from '../client/live/server-clock.ts';
import { setRuntime } from '../client/runtime.ts';
import { IntlRoot } from '../intl/intl-root.tsx';
import type { IntlState, IntlStore } from '../intl/locale-store.ts';
import { getLocale } from '../intl/locales.ts';
import { toInvalidPage, toMissingError } from '../routing/decide-route.ts';
import { createPageMatcher } from '../routing/match-page.ts';
import { withDifferences } from './differences.ts';
import { FileNote } from './file-note.tsx';
import { isFilePage } from './file-pages.ts';
import { findPage } from './find-page.ts';
import { type FileIndex, readGiven, readTexts } from './given.ts';
import { createHashRouter, type Opened, readAddress } from './hash-router.ts';
import { setIndex } from './index-data.ts';
import { readOwnLocale } from './own-locale.ts';
import { keepLinksInFile } from './shown-links.ts';

const routing = { strategy: 'no_prefix', defaultLocale: 'en' } as const;
const match = createPageMatcher(routing);

/** Gives a page of the file in the language that is shown. */
function createOpener(index: FileIndex, intl: IntlStore) {
  return async (url: URL): Promise<Opened> => {
    const path = url.pathname === '/ladders' ? '/' : url.pathname;
    const { page, address } = match(path);
    const kept = isFilePage(page) ? await findPage(index, page, address + url.search) : null;
    if (page === null || kept === null) {
      return { page: null, Page: null, result: { error: toMissingError(toInvalidPage(url)) } };
    }
    const data = withDifferences(kept.data, kept.words?.[intl.get().locale] ?? []);
    const gone = kept.names_gone === true ? { names_gone: true as const } : {};
    const result = { data, viewer: null, now: index.now, ...gone };
    return { page, Page: await loadPage(page), result };
  };
}

const takePlace = (id: string) => {
  const place = document.getElementById(id);
  if (place === null) {
    throw new Error(`The page has no place for ${id}.`);
  }
  return createRoot(place);
};

/** Opens the file: the site's own pages over what lies beside this one. */
async function start(): Promise<void> {
  const index = await readGiven<FileIndex>('index');
  setIndex(index);
  learnServerTime(index.now);
  const locale = readOwnLocale(index.shell.locales);
  const intl = createStore<IntlState>({
    locale,
    messages: await readTexts(locale),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone || index.zone,
    now: new Date(index.now),
    pending: null,
  });
  const open = createOpener(index, intl);
  const router = createHashRouter({ match, initial: await open(readAddress()), open });
  const viewer = createStore(null);
  const environment = { shell: index.shell, routing, isDevelopment: false, viewer };
  setRuntime({ router, intl, environment });
  document.documentElement.lang = getLocale(locale).tag;
  keepLinksInFile(match);
  takePlace('note').render(
    <IntlRoot store={intl}>
      <FileNote router={router} />
    </IntlRoot>,
  );
  takePlace('app').render(<App environment={environment} intl={intl} router={router} />);
  document.documentElement.dataset.alive = '';
}

start().catch((error: unknown) => {
  console.error('The file could not be opened', error);
  document.documentElement.dataset.failed = '';
});
