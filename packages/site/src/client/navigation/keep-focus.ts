/** What has the focus, with everything around it from the inside out. */
let place: Element[] = [];
/** The same of what opened the dialog that has it. */
let behind: Element[] = [];
let path = '';
let observer: MutationObserver | null = null;

const headings = 'h1, h2, h3';
/** Their first heading is of another row. */
const lists = 'ul, ol, table, thead, tbody';

function listAround(element: Element): Element[] {
  const around = [];
  for (let one: Element | null = element; one !== null; one = one.parentElement) {
    around.push(one);
  }
  return around;
}

const isSeen = (element: Element) => element.getClientRects().length > 0;

/** What says how things stand now: the line of the next thing, else the first heading. */
function findSaying(around: Element): HTMLElement | undefined {
  const lines = [
    ...around.querySelectorAll<HTMLElement>('.next-thing-title'),
    ...around.querySelectorAll<HTMLElement>(headings),
  ];
  return lines.find(isSeen);
}

function note({ target }: Event): void {
  if (target instanceof Element) {
    const dialog = target.closest('dialog');
    if (dialog !== null && !place.includes(dialog)) {
      behind = place;
    }
    place = listAround(target);
    path = location.pathname;
  }
}

/** Whoever points elsewhere has left it. */
function forget(): void {
  place = [];
  behind = [];
}

/** The nearest place that is still there, from where the focus was: a dialog that has closed leads to what opened it. */
function listLeft(): Element[] {
  const dialog = place.find((one) => one instanceof HTMLDialogElement);
  if (dialog === undefined) {
    return place;
  }
  return behind.length > 0 ? behind : place.slice(place.indexOf(dialog) + 1);
}

function mend(): void {
  const { activeElement } = document;
  const [last] = place;
  const hasNone = activeElement === null || activeElement === document.body;
  // On another page the shell leads it to where that page begins.
  const isSamePage = path === location.pathname;
  if (last === undefined || !hasNone || !isSamePage || !document.hasFocus()) {
    return;
  }
  if (last instanceof HTMLElement && last.isConnected && isSeen(last)) {
    // It was moved, or out of use for a moment; while it still is, this does nothing.
    last.focus({ preventScroll: true });
    return;
  }
  if (document.querySelector('dialog:modal') !== null) {
    return;
  }
  const saying = listLeft()
    .filter((one) => one.isConnected && !one.matches(lists))
    .map(findSaying)
    .find((one) => one !== undefined);
  if (saying !== undefined) {
    saying.tabIndex = -1;
    saying.focus({ preventScroll: true });
    // Whoever points at a row of a long list stays there.
    if (saying.matches(':focus-visible')) {
      saying.scrollIntoView({ block: 'nearest' });
    }
  }
}

/** A link to a place on the page leads the focus there too, not only the eye. */
function leadTo(hash: string): void {
  const named = document.getElementById(hash.slice(1));
  if (named !== null) {
    // One that the keys reach by itself goes on being reached.
    named.tabIndex = Math.max(named.tabIndex, -1);
    named.focus({ preventScroll: true });
  }
}

function goAlong({ target }: Event): void {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href*="#"]') : null;
  if (link?.pathname === location.pathname && link.search === location.search) {
    leadTo(link.hash);
  }
}

/** Whether the reader followed a link to a place on the page before anybody watched, and is still there; browsers that cannot tell say no. */
function hasGoneAlong(): boolean {
  const { activation, currentEntry } = window.navigation ?? {};
  const { activeElement } = document;
  const isThere =
    activeElement === document.body ||
    (activeElement instanceof HTMLAnchorElement && activeElement.hash === location.hash);
  return isThere && activation?.entry != null && activation.entry.key !== currentEntry?.key;
}

/**
 * Whose focus goes with what had it, a button that did its work or a dialog that closed, finds it at what says how
 * things stand now, instead of at the top of the document. Watches for as long as the document is there.
 */
export function keepFocus(): void {
  const { activeElement } = document;
  if (activeElement !== null && activeElement !== document.body) {
    place = listAround(activeElement);
    path = location.pathname;
  }
  document.addEventListener('focusin', note);
  document.addEventListener('pointerdown', forget);
  document.addEventListener('click', goAlong);
  if (observer === null && hasGoneAlong()) {
    leadTo(location.hash);
  }
  // It does not bubble; the browser has given the focus back by then, where it could.
  document.addEventListener('close', mend, true);
  observer ??= new MutationObserver(mend);
  observer.observe(document.body, {
    ...{ childList: true, subtree: true },
    attributeFilter: ['disabled', 'hidden'],
  });
}
