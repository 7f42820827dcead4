import type { Router } from '../../app/router.tsx';
import { getRuntime } from '../runtime.ts';
import { watchOtherTabs } from '../session/watch-other-tabs.ts';
import { createBuilds } from './builds.ts';
import type { Arrival, Visit } from './create-router.ts';
import { followLinks } from './links.ts';
import { moveInRows } from './move-in-rows.ts';
import { createPageOpener } from './open-page.ts';
import { preloadVisibleLinks } from './preload.ts';

/** What a tab needs to go on from its first page, and that page does not need to be alive. */
export interface Navigation {
  open(visit: Visit): Promise<Arrival>;
  /** Begins what goes on for as long as the tab is open. */
  start(router: Router): void;
}

export function createNavigation(build: string): Navigation {
  const builds = createBuilds(build);
  return {
    open: createPageOpener(builds),
    start(router) {
      // Until here a link loads a document, as without a script.
      const { environment, intl } = getRuntime();
      followLinks({ router, routing: environment.routing, getLocale: () => intl.get().locale });
      builds.start();
      watchOtherTabs();
      moveInRows();
      preloadVisibleLinks(router);
    },
  };
}
