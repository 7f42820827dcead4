import { useEffect, useRef } from 'react';
import { useViewer } from '../../app/environment.tsx';
import { useReload } from './use-reload.ts';

/** The bell hears that there is something new for its person; a page that shows what waits for them follows it. */
export function useReloadWhenHeard(): void {
  const heard = useViewer()?.heard ?? 0;
  const shown = useRef(heard);
  const reload = useReload();
  useEffect(() => {
    if (heard > shown.current) {
      shown.current = heard;
      void reload();
    }
  }, [heard, reload]);
}
