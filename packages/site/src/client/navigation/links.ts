import type { Router } from '../../app/router.tsx';
import type { LocaleCode } from '../../intl/locales.ts';
import { type LocaleRouting, splitLocalePath, toLocalePath } from '../../routing/locale-paths.ts';

interface LinkSurroundings {
  router: Router;
  routing: LocaleRouting;
  getLocale: () => LocaleCode;
}

/** Addresses of our origin that are no pages. */
const notPages =
  /^\/(?:api|auth\/v1|rest\/v1|realtime\/v1|storage\/v1|functions\/v1|assets|builds|locale|terrain|emblems|dev\/(?!pieces))(?:\/|$)/;

/** The page that a link leads to within the site, or null when the browser should follow it by itself. */
export function toPageLocation(anchor: HTMLAnchorElement): URL | null {
  if (anchor.target !== '' && anchor.target !== '_self') {
    return null;
  }
  if (anchor.hasAttribute('download') || anchor.dataset.native !== undefined) {
    return null;
  }
  if (anchor.origin !== location.origin || notPages.test(anchor.pathname)) {
    return null;
  }
  return new URL(anchor.href);
}

/** Takes every click on a plain link to a page of ours: one listener instead of a component for each link. */
export function followLinks(surroundings: LinkSurroundings): () => void {
  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0) {
      return;
    }
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    const anchor = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (!(anchor instanceof HTMLAnchorElement)) {
      return;
    }
    const url = toPageLocation(anchor);
    if (url === null) {
      return;
    }
    event.preventDefault();
    void goTo(url, surroundings);
  };
  const onSubmit = (event: SubmitEvent) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement)) {
      return;
    }
    if (form.method !== 'get' || form.dataset.native !== undefined) {
      return;
    }
    const url = new URL(form.action, location.href);
    if (url.origin !== location.origin || notPages.test(url.pathname)) {
      return;
    }
    event.preventDefault();
    const fields = [...new FormData(form, event.submitter)].filter(([, value]) => value !== '');
    url.search = new URLSearchParams(fields as [string, string][]).toString();
    void goTo(url, surroundings);
  };
  document.addEventListener('click', onClick);
  document.addEventListener('submit', onSubmit);
  return () => {
    document.removeEventListener('click', onClick);
    document.removeEventListener('submit', onSubmit);
  };
}

/** Goes to a page of ours in the language that is shown; another view of the same page keeps the scroll position. */
export async function goTo(
  url: URL,
  { router, routing, getLocale }: LinkSurroundings,
): Promise<void> {
  const path = toPathInLocale(url.pathname, getLocale(), routing);
  const isSamePage = path === location.pathname;
  await router.navigate(path + url.search + url.hash, {
    keepsPlace: isSamePage && url.hash === '',
    replace: isSamePage && url.search === location.search && url.hash === location.hash,
  });
}

/** Plain links carry no language; one that names a language keeps it. */
function toPathInLocale(path: string, locale: LocaleCode, routing: LocaleRouting): string {
  const { path: rest } = splitLocalePath(path, routing);
  return rest === path ? toLocalePath(path, locale, routing) : path;
}
