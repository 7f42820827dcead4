const storageKey = 'muster-view-places';

/** Remembers how far down the view stood in each entry of this tab's history, also over a reload. */
export interface ViewPlaces {
  /** Notes where the view stands, before another entry is shown. */
  leave(): void;
  /** Takes the entry that the tab stands on now; gives where the view stood in it, undefined for a new one. */
  arrive(): number | undefined;
}

export function createViewPlaces(): ViewPlaces {
  const places = readPlaces();
  let entry = takeEntry();
  const leave = () => {
    places[entry] = window.scrollY;
  };
  addEventListener('pagehide', () => {
    leave();
    writePlaces(places);
    // A document that takes this one's place restores its view by itself.
    history.scrollRestoration = 'auto';
  });
  addEventListener('pageshow', () => {
    history.scrollRestoration = 'manual';
  });
  history.scrollRestoration = 'manual';
  return {
    leave,
    arrive() {
      entry = takeEntry();
      return places[entry];
    },
  };
}

/** The name of the history's entry, which the browser keeps with it. */
function takeEntry(): string {
  const state: unknown = history.state;
  if (typeof state === 'object' && state !== null && 'entry' in state) {
    return String(state.entry);
  }
  const entry = crypto.randomUUID();
  history.replaceState({ entry }, '');
  return entry;
}

function readPlaces(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

function writePlaces(places: Record<string, number>): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(places));
  } catch {
    // Without storage a reload begins at the top.
  }
}
