import type { Router, Shown } from '../app/router.tsx';
import { createStore } from '../app/store.ts';
import type { PageMatcher } from '../routing/match-page.ts';
import { isOwnPath } from '../routing/own-path.ts';

/** A page's own addresses are paths of this host, which is nobody's; the tab's address has them behind its `#`. */
export const home = 'https://file.invalid';

export type Opened = Pick<Shown, 'page' | 'Page' | 'result'>;

/** The address of the page that the tab's own address names. */
export function readAddress(): URL {
  const path = location.hash.slice(1);
  return new URL(isOwnPath(path) ? path : '/', home);
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

const toAddress = ({ pathname, search, hash }: URL) => pathname + search + hash;

/** The router of the opened file: pages are behind the `#`, so that no server need know them. */
export function createHashRouter({
  match,
  initial,
  open,
}: {
  match: PageMatcher;
  initial: Opened;
  open: (url: URL) => Promise<Opened>;
}): Router {
  const toLocation = ({ pathname, search, hash }: URL) => ({ pathname, search, hash });
  const first = readAddress();
  const shown = createStore<Shown>({
    ...initial,
    location: toLocation(first),
    place: null,
    next: null,
  });
  const places = new Map<string, number>();
  let trip = 0;
  const show = async (url: URL, isBack: boolean): Promise<void> => {
    trip += 1;
    const own = trip;
    const from = shown.get();
    places.set(toAddress(new URL(from.location.pathname + from.location.search, home)), scrollY);
    shown.set({ ...from, next: url });
    const opened = await open(url);
    if (own !== trip) {
      return;
    }
    const top = isBack ? (places.get(url.pathname + url.search) ?? null) : null;
    shown.set({
      ...opened,
      location: toLocation(url),
      place: { top, hash: url.hash },
      next: null,
    });
  };
  let isOurs = false;
  history.scrollRestoration = 'manual';
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    const address = anchor?.getAttribute('href');
    isOurs ||= isPlain(event) && address !== undefined && address !== location.hash;
  });
  addEventListener('hashchange', () => {
    const isBack = !isOurs;
    isOurs = false;
    void show(readAddress(), isBack);
  });
  const settle = (to: string) =>
    new Promise<void>((resolve) => {
      const stop = shown.subscribe(() => {
        const { next, location: at } = shown.get();
        if (next === null && toAddress(new URL(at.pathname + at.search + at.hash, home)) === to) {
          stop();
          resolve();
        }
      });
    });
  return {
    shown,
    match,
    navigate: (to, { replace = false } = {}) => {
      const { pathname, search } = shown.get().location;
      const address = toAddress(new URL(to, home + pathname + search));
      if (`#${address}` === location.hash) {
        return show(readAddress(), false);
      }
      isOurs = true;
      const arrived = settle(address);
      if (replace) {
        location.replace(`#${address}`);
      } else {
        location.hash = address;
      }
      return arrived;
    },
    revalidate: () => show(readAddress(), true),
  };
}
