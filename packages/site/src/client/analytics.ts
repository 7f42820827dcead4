import { createPlausibleTracker } from '@barbapapazes/plausible-tracker';
import type { Router } from '../app/router.tsx';
import { getRuntime } from './runtime.ts';

/**
 * Counts page views, one for each change of the address; only where a host is set, and never on this
 * machine, from a file, or in a browser whose local storage says `plausible_ignore`.
 */
export function startAnalytics(router: Router): () => void {
  const host = getRuntime().environment.shell.analytics_host;
  if (host === null) {
    return () => {};
  }
  const tracker = createPlausibleTracker({ apiHost: host });
  void tracker.trackPageview();
  let counted = location.pathname + location.search;
  return router.shown.subscribe(() => {
    const { pathname, search } = router.shown.get().location;
    const address = pathname + search;
    if (address === counted) {
      return;
    }
    counted = address;
    void tracker.trackPageview();
  });
}
