import { useEffect } from 'react';
import { useReload } from './use-reload.ts';

/** For a page on which things come up because time passes, of which nobody is told: it looks again while somebody sees it. */
export function useReloadEachMinute(): void {
  const reload = useReload();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') {
        void reload();
      }
    }, 60_000);
    return () => clearInterval(timer);
  }, [reload]);
}
