import type { Router, Shown, ViewPlace } from '../../app/router.tsx';
import { createStore } from '../../app/store.ts';
import type { PageMatch, PageMatcher } from '../../routing/match-page.ts';
import { createViewPlaces } from './view-places.ts';

/** A page that is asked for. */
export interface Visit {
  url: URL;
  match: PageMatch;
  /** False when only the shown page's data are asked for anew. */
  isNavigation: boolean;
  signal: AbortSignal;
}

/** What a visit comes to. One that leaves for another document comes to nothing, ever. */
export type Arrival = Pick<Shown, 'page' | 'Page' | 'result'> | { redirect: string };

interface RouterOptions {
  match: PageMatcher;
  initial: Pick<Shown, 'page' | 'Page' | 'result'>;
  open: (visit: Visit) => Promise<Arrival>;
}

/** One way from what is shown to an address. */
interface Trip {
  url: URL;
  /** What becomes of the tab's history; `back` has changed it already, `stay` changes nothing. */
  how: 'push' | 'replace' | 'back' | 'stay';
  keepsPlace: boolean;
}

/**
 * The router of this tab. A later trip takes over from one that is under way: that is called off, and
 * whoever waits for it waits for the later one.
 */
export function createRouter({ match, initial, open }: RouterOptions): Router {
  const places = createViewPlaces();
  const shown = createStore<Shown>({
    ...initial,
    location: toLocation(new URL(location.href)),
    place: toFirstPlace(places.arrive()),
    next: null,
  });
  let current: { trip: Trip; control: AbortController; end: Promise<void> } | null = null;

  const travel = (trip: Trip): Promise<void> => {
    current?.control.abort();
    const control = new AbortController();
    const end = carryOut(trip, control.signal);
    current = { trip, control, end };
    return end;
  };

  const carryOut = async (trip: Trip, signal: AbortSignal): Promise<void> => {
    const isNavigation = trip.how !== 'stay';
    if (isNavigation) {
      shown.set({ ...shown.get(), next: trip.url });
    }
    const visit = { url: trip.url, match: match(trip.url.pathname), isNavigation, signal };
    const arrival = await open(visit).catch((error: unknown) => {
      if (!signal.aborted) {
        console.error('The page could not be fetched', error);
      }
      // What is shown may stay when its data cannot be had anew.
      return isNavigation ? toFailed(visit.match) : null;
    });
    if (signal.aborted) {
      return current?.end;
    }
    if (arrival !== null && 'redirect' in arrival) {
      const url = new URL(arrival.redirect, location.origin);
      return travel({ ...trip, url, how: trip.how === 'push' ? 'push' : 'replace' });
    }
    current = null;
    arrive(trip, arrival ?? shown.get());
  };

  const arrive = (trip: Trip, { page, Page, result }: Pick<Shown, 'page' | 'Page' | 'result'>) => {
    const { url, how } = trip;
    if (how === 'stay') {
      const before = shown.get();
      if (result !== before.result) {
        shown.set({ ...before, page, Page, result });
      }
      return;
    }
    places.leave();
    if (how === 'push') {
      history.pushState(null, '', url);
    }
    if (how === 'replace') {
      history.replaceState(null, '', url);
    }
    const before = places.arrive();
    const place = how === 'back' ? toPlace(before ?? null, url) : toPlace(null, url);
    shown.set({
      location: toLocation(url),
      page,
      Page,
      result,
      place: trip.keepsPlace ? null : place,
      next: null,
    });
  };

  const go = (trip: Trip): Promise<void> => {
    if (!isHashOnly(shown.get().location, trip.url)) {
      return travel(trip);
    }
    current?.control.abort();
    current = null;
    arrive(trip, shown.get());
    return Promise.resolve();
  };

  addEventListener('popstate', () => {
    void go({ url: new URL(location.href), how: 'back', keepsPlace: false });
  });
  return {
    shown,
    match,
    navigate: (to, { replace = false, keepsPlace = false } = {}) =>
      go({ url: new URL(to, location.href), how: replace ? 'replace' : 'push', keepsPlace }),
    revalidate: () =>
      travel(current?.trip ?? { url: new URL(location.href), how: 'stay', keepsPlace: true }),
  };
}

function toLocation({ pathname, search, hash }: URL): Shown['location'] {
  return { pathname, search, hash };
}

/** After a reload the view stands where it stood; a fresh document is where the browser puts it. */
function toFirstPlace(before: number | undefined): ViewPlace | null {
  return before === undefined ? null : { top: before, hash: '' };
}

function toPlace(top: number | null, { hash }: URL): ViewPlace {
  return { top, hash };
}

function toFailed({ page }: PageMatch): Pick<Shown, 'page' | 'Page' | 'result'> {
  return { page, Page: null, result: { error: { status: 500, message: '' } } };
}

/** Whether only the place within the page changes; the same address without a hash is asked for anew. */
function isHashOnly(from: Shown['location'], to: URL): boolean {
  if (from.pathname !== to.pathname || from.search !== to.search) {
    return false;
  }
  return to.hash !== '';
}
