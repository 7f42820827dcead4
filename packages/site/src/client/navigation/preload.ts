import { loadPageModule } from '../../app/page-modules.ts';
import type { Router } from '../../app/router.tsx';
import { loadMessages } from '../../intl/load-messages.ts';
import type { PageName } from '../../page-data.ts';
import { pages } from '../../routes.ts';
import { mayPreload, readConnection, waitUntilIdle } from '../idle.ts';
import { getRuntime } from '../runtime.ts';
import { toPageLocation } from './links.ts';

/** At most this many chunks are fetched ahead at once. */
export const maxPreloads = 5;

/** Runs tasks by name, each once, at most `max` at a time; the rest wait their turn. */
export function createPreloadQueue(
  run: (name: PageName) => Promise<unknown>,
  max: number = maxPreloads,
) {
  const known = new Set<PageName>();
  const waiting: PageName[] = [];
  let running = 0;
  const next = (): void => {
    const name = running < max ? waiting.shift() : undefined;
    if (name === undefined) {
      return;
    }
    running += 1;
    run(name)
      // The page will say what is wrong if somebody goes there.
      .catch(() => known.delete(name))
      .finally(() => {
        running -= 1;
        next();
      });
    next();
  };
  return (name: PageName): void => {
    if (known.has(name)) {
      return;
    }
    known.add(name);
    waiting.push(name);
    next();
  };
}

/** Fetches a page's code and its texts in the language that is shown, when nothing else is to be done. */
async function fetchPage(name: PageName): Promise<void> {
  await waitUntilIdle();
  const { locale } = getRuntime().intl.get();
  const [{ stills = [] }] = await Promise.all([
    loadPageModule(name),
    loadMessages(locale, pages[name].areas),
  ]);
  const stillAreas = stills.flatMap(({ areas }) => areas);
  await Promise.all([loadMessages(locale, stillAreas), ...stills.map(({ fetch }) => fetch())]);
}

/** Fetches the chunks of pages that visible links lead to, while the browser is idle. */
export function preloadVisibleLinks(router: Router): () => void {
  if (!mayPreload(readConnection())) {
    return () => {};
  }
  const enqueue = createPreloadQueue(fetchPage);
  const visible = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting || !(target instanceof HTMLAnchorElement)) {
        continue;
      }
      visible.unobserve(target);
      const name = findPage(target, router);
      if (name !== null) {
        enqueue(name);
      }
    }
  });
  const observeAll = () => {
    for (const anchor of document.querySelectorAll('a[href^="/"]')) {
      visible.observe(anchor);
    }
  };
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled) {
      return;
    }
    isScheduled = true;
    void waitUntilIdle().then(() => {
      isScheduled = false;
      observeAll();
    });
  };
  const changes = new MutationObserver(schedule);
  changes.observe(document.body, { childList: true, subtree: true });
  schedule();
  return () => {
    visible.disconnect();
    changes.disconnect();
  };
}

function findPage(anchor: HTMLAnchorElement, router: Router): PageName | null {
  const url = toPageLocation(anchor);
  return url === null ? null : router.match(url.pathname).page;
}
