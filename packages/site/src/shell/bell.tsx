import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment } from '../app/environment.tsx';
import { useShown } from '../app/router.tsx';
import { useHint } from '../client/live/hints.ts';
import type { ViewerData } from '../document-data.ts';

const most = 99;

/**
 * The way to one's notices, with how many are new. It hears of new ones on a topic that only its
 * person may join, and asks for the count whenever that is joined again, so that a lost connection
 * leaves no gap.
 */
export function Bell({ viewer }: { viewer: ViewerData }) {
  const t = useTranslations('shell.bell');
  const { unread } = viewer;
  const store = useEnvironment().viewer;
  const [atFirst] = useState(unread);
  useHint(`person:${viewer.person_id}`, () => {
    void loadActs().then(({ refreshNews }) => refreshNews(store));
  });
  useReadInRoom(unread);
  return (
    <>
      <a
        className="bar-bell"
        href="/account/notifications"
        aria-label={t('label', { count: unread })}
      >
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path
            fill="currentColor"
            d="M12 2a2 2 0 0 0-2 2v.5A6.5 6.5 0 0 0 5.5 11v5L3.5 18v1h17v-1l-2-2v-5A6.5 6.5 0 0 0 14 4.5V4a2 2 0 0 0-2-2Zm-2 18a2 2 0 0 0 4 0Z"
          />
        </svg>
        {unread > 0 && (
          <span className="bar-bell-count" aria-hidden="true">
            {unread > most ? `${most}+` : unread}
          </span>
        )}
      </a>
      <span className="visually-hidden" role="status">
        {unread > atFirst && t('news', { count: unread })}
      </span>
    </>
  );
}

/** What only somebody signed in needs, and only after the page is alive. */
function loadActs() {
  return import('../client/live/unread-notices.ts');
}

/** Whoever looks at a match has seen what its notices say. */
function useReadInRoom(unread: number): void {
  const { viewer } = useEnvironment();
  const { pathname } = useShown().location;
  useEffect(() => {
    if (unread > 0) {
      void loadActs().then(({ readNoticesAt }) => readNoticesAt(pathname, viewer));
    }
  }, [pathname, unread, viewer]);
}
