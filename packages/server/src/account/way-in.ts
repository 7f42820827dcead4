import type { SignInOptions } from '@muster/site/pages/login/data.ts';

/** What of the sign-in page's options says who comes in; null while nobody can say. */
export type OpenWays = Pick<SignInOptions, 'providers' | 'email'> | null;

/**
 * Whether an account is the only one of a person's linked ones by which they could come back. A linked account whose
 * provider the league does not take any more is none; an organisation's own sign-in always is one.
 */
export function isLastWayIn(provider: string, linked: readonly string[], open: OpenWays): boolean {
  const others = linked.filter((other) => other !== provider);
  if (others.length === 0) {
    return true;
  }
  const opens = (name: string) =>
    name.startsWith('sso:') ||
    (name === 'email' ? open?.email === true : open?.providers.some((way) => way.name === name));
  return open !== null && opens(provider) === true && !others.some(opens);
}
