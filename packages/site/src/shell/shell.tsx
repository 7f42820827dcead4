import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { useEnvironment, useViewer } from '../app/environment.tsx';
import { useRouter, useShown } from '../app/router.tsx';
import { closeMenusOnLeaving } from './close-menus.ts';
import { Footer } from './footer.tsx';
import { ToastList } from './toast-list.tsx';
import { TopBar } from './top-bar.tsx';

/** What stands around every page and stays while pages change. */
export function Shell({ children }: { children: ReactNode }) {
  const t = useTranslations('shell');
  const main = useMovedFocus();
  const { match } = useRouter();
  const { location, next } = useShown();
  const isLoading = next !== null;
  useEffect(() => closeMenusOnLeaving(document), []);
  return (
    <>
      <a className="skip-link" href="#main" data-native="">
        {t('nav.skip')}
      </a>
      <TopBar />
      <div className="progress" data-busy={isLoading || undefined} />
      <SiteNotes />
      <main
        id="main"
        ref={main}
        tabIndex={-1}
        aria-busy={isLoading}
        data-route={match(location.pathname).route ?? undefined}
      >
        {children}
      </main>
      <Footer />
      <ToastList />
    </>
  );
}

/** What must be said on every page of this league. */
function SiteNotes() {
  const t = useTranslations('shell.notes');
  const { shell } = useEnvironment();
  const note = useViewer()?.note;
  if (!shell.is_open_identity && !shell.has_demo && !note) {
    return null;
  }
  return (
    <aside className="site-note" aria-label={t('label')}>
      {note && (
        <p>
          <a href="/account/standing">{note}</a>
        </p>
      )}
      {shell.is_open_identity && <p>{t('open_identity')}</p>}
      {shell.has_demo && <p>{t('demo')}</p>}
    </aside>
  );
}

/** Takes the focus to the new page's start after a navigation, so that reading goes on there. */
function useMovedFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname, hash } = useShown().location;
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) {
      return;
    }
    shown.current = pathname;
    if (hash === '') {
      main.current?.focus({ preventScroll: true });
    }
  }, [pathname, hash]);
  return main;
}
