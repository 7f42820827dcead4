/** A second reload of the same path within this time is not made: it would not help. */
export const reloadGuardTime = 10_000;
const key = 'muster-reload';

/**
 * Loads a document anew because a chunk of this build could not be fetched: once, and not again for
 * ten seconds. Says whether it did.
 */
export function reloadOnce(path: string, now: number = Date.now()): boolean {
  const last = readLast();
  if (last?.path === path && now - last.at < reloadGuardTime) {
    return false;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify({ path, at: now }));
  } catch {
    // Without storage there is no guard, and without a guard no reload: it might never end.
    return false;
  }
  if (location.pathname + location.search === path) {
    location.reload();
  } else {
    location.assign(path);
  }
  return true;
}

function readLast(): { path: string; at: number } | null {
  try {
    const last: { path?: unknown; at?: unknown } = JSON.parse(sessionStorage.getItem(key) ?? '');
    return { path: String(last.path), at: Number(last.at) };
  } catch {
    // What somebody else wrote there is no reload of ours.
    return null;
  }
}
