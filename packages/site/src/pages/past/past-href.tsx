import { createContext, type ReactNode, use, useCallback } from 'react';
import type { PastView } from './data.ts';

const PastContext = createContext<PastView | null>(null);

/** Whatever is below looks at the past as the page does: its links keep the instant. */
export function PastProvider({ past, children }: { past: PastView; children: ReactNode }) {
  return <PastContext value={past}>{children}</PastContext>;
}

/** Gives an address of a ladder, a team or its rules as of the instant that the page is looked at. */
export function usePastHref(): (href: string) => string {
  const past = use(PastContext);
  return useCallback((href) => (past === null ? href : toPastHref(href, past)), [past]);
}

/** An address as of the instant that is looked at; what has no past stays as it is. */
export function toPastHref(href: string, { at, is_recomputed }: PastView): string {
  const isOfLog = /^\/(?:ladders\/[^/?#]+(?:\/rules)?|teams\/[^/?#]+)(?:[?#]|$)/.test(href);
  if (at === null || !isOfLog) {
    return href;
  }
  const [address = '', hash] = href.split('#');
  const mark = address.includes('?') ? '&' : '?';
  const view = is_recomputed ? '&view=recomputed' : '';
  return `${address}${mark}at=${at}${view}${hash === undefined ? '' : `#${hash}`}`;
}
