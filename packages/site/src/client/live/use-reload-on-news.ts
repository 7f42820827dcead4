import { useEffect, useRef } from 'react';
import { useViewer } from '../../app/environment.tsx';
import { useReload } from './use-reload.ts';

/** The bell hears of what is new; a page that shows what it rang for follows it. */
export function useReloadOnNews(): void {
  const unread = useViewer()?.unread ?? 0;
  const shown = useRef(unread);
  const reload = useReload();
  useEffect(() => {
    if (shown.current === unread) {
      return;
    }
    shown.current = unread;
    void reload();
  }, [unread, reload]);
}
