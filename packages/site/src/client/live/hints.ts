import { useEffect, useEffectEvent } from 'react';
import type { Hint } from './hint.ts';

// Apart from its `then`: what fails there would pass for a chunk that cannot be loaded.
const loadRealtime = () => import('./realtime.ts');

/**
 * Calls back when the server hints that something of the topic (`ladder:{id}`, `match:{id}`, `team:{id}`)
 * changed, and when the connection is there again after a gap. The realtime client is loaded only then.
 */
export function useHint(topic: string | null, onHint: (hint: Hint | null) => void): void {
  const report = useEffectEvent(onHint);
  useEffect(() => {
    if (topic === null) {
      return;
    }
    let stop: (() => void) | null = null;
    let isGone = false;
    void loadRealtime().then((realtime) => {
      if (!isGone) {
        stop = realtime.listenToTopic(topic, (hint) => report(hint));
      }
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [topic]);
}
