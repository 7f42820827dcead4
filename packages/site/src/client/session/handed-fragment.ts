/*
 * Part of every page's first script, so it is small and imports nothing.
 */

/** What was taken; whoever reads it empties it. */
export const handed = { fragment: '' };

/**
 * Takes tokens that a link brought behind the `#` out of the address, before anything else could read or keep
 * them there. @returns false where another page than the callback's got them: then that one is on its way.
 */
export function takeHandedFragment(): boolean {
  const { hash, pathname, search } = location;
  if (!hash.includes('access_token=')) {
    return true;
  }
  if (!pathname.endsWith('/confirm')) {
    // Where addresses bear the language the server leads on, and what is behind the `#` comes along.
    location.replace(`/confirm${hash}`);
    return false;
  }
  history.replaceState(null, '', pathname + search);
  handed.fragment = hash.slice(1);
  return true;
}
