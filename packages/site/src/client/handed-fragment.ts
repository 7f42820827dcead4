/*
 * Part of every page's first script, so it is small and imports nothing.
 */

let handed: URLSearchParams | null = null;

/**
 * Takes tokens that a link brought behind the `#` out of the address, before anything else could read or keep
 * them there. @returns the address without them where another page than `confirmPath` got them: it must be
 * opened in its place, with what was taken; null otherwise.
 */
export function takeHandedFragment(confirmPath: string): string | null {
  const given = new URLSearchParams(location.hash.slice(1));
  if (!given.has('access_token')) return null;
  if (location.pathname !== confirmPath) return confirmPath + location.hash;
  history.replaceState(history.state, '', location.pathname + location.search);
  handed = given;
  return null;
}

/** What was taken, once: whoever asks again gets null. */
export function receiveHandedFragment(): URLSearchParams | null {
  const given = handed;
  handed = null;
  return given;
}
