import type { PageMatcher } from '../routing/match-page.ts';
import { isFilePage } from './file-pages.ts';
import { home } from './hash-router.ts';
import { getIndex } from './index-data.ts';

/** What of an address behind its question mark the file keeps pages of: parts of lists and of archives. */
const keptQueries = new Set(['from', 'before', 'part']);

/** Where a link of the site leads in the file; null where the file has nothing of it. */
export function toFileAddress(address: string, match: PageMatcher): string | null {
  const url = new URL(address, home);
  const log = /^\/api\/ladders\/([^/]+)\/log\.ndjson$/.exec(url.pathname)?.[1];
  if (log !== undefined) {
    return getIndex().logs[log]?.path ?? null;
  }
  const isKept = [...url.searchParams.keys()].every((name) => keptQueries.has(name));
  const isShown = isFilePage(match(url.pathname).page) || url.pathname === '/ladders';
  return isKept && isShown ? `#${url.pathname}${url.search}${url.hash}` : null;
}

// Those of languages are pressed, not followed.
const linked = 'a[href^="/"]:not([href^="//"], [href^="/locale/"]), form';

/**
 * Has every link that a page shows lead to where the file has it, and hides what asks a server: other links of
 * the league, filters and forms.
 */
export function keepLinksInFile(match: PageMatcher): void {
  const mend = (element: Element): void => {
    if (!(element instanceof HTMLAnchorElement)) {
      element.setAttribute('hidden', '');
      return;
    }
    const address = toFileAddress(element.getAttribute('href') ?? '', match);
    if (address === null) {
      element.removeAttribute('href');
      element.setAttribute('hidden', '');
      return;
    }
    element.removeAttribute('hidden');
    element.setAttribute('href', address);
  };
  const mendAll = () => document.querySelectorAll(linked).forEach(mend);
  new MutationObserver(mendAll).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributeFilter: ['href'],
  });
  mendAll();
  followPlaces();
}

/** A link to a place on the page shown: what stands behind `#` in the tab's address is the page. */
function followPlaces(): void {
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    const place = anchor?.getAttribute('href')?.slice(1) ?? '';
    if (anchor === null || place.startsWith('/')) {
      return;
    }
    event.preventDefault();
    const target = document.getElementById(place);
    target?.scrollIntoView();
    target?.focus();
  });
}
