import { useEffect, useState } from 'react';
import type { RestoreData, RestoreState } from '../data.ts';

const pauseMilliseconds = 1000;
const missing = 404;

/** How far it is; null where nobody answers at the moment, and `over` where the set-up is there no more. */
async function ask(): Promise<RestoreState | 'over' | null> {
  try {
    const response = await fetch('/api/setup/restore', { cache: 'no-store' });
    if (response.status === missing) {
      return 'over';
    }
    const { data } = (await response.json()) as { data?: RestoreData };
    return data?.state ?? null;
  } catch {
    return null;
  }
}

/**
 * How far the restore has come: asked for again and again while the server is at work, also while it is away. Once the
 * league of the backup is here, it goes to its sign-in.
 */
export function useRestoreState(first: RestoreState) {
  const [state, setState] = useState(first);
  const isAtWork = state.stage === 'checking' || state.stage === 'restoring';
  const isRestoring = state.stage === 'restoring';
  useEffect(() => {
    if (!isAtWork) {
      return;
    }
    let isGone = false;
    const timer = setInterval(async () => {
      const found = await ask();
      if (isGone || found === null) {
        return;
      }
      if (found === 'over' || (isRestoring && found.stage === 'none')) {
        isGone = true;
        window.location.assign(isRestoring ? '/login?restored' : '/setup');
        return;
      }
      setState(found);
    }, pauseMilliseconds);
    return () => {
      isGone = true;
      clearInterval(timer);
    };
  }, [isAtWork, isRestoring]);
  return { state, take: setState };
}
