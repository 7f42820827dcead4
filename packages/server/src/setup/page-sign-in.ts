import type { SignInWaysData } from '@muster/site/pages/sign-in-ways/data.ts';
import type { Loader, RequestContext } from '../context.ts';
import { mayChangeWays } from './who.ts';

/** The ways to sign in, for whoever may see the form; null where the league's services know none of their own. */
export async function readWaysData(context: RequestContext): Promise<SignInWaysData | null> {
  const [described, options, mayChange] = await Promise.all([
    context.readSignInWays?.(),
    context.readSignIn?.().catch(() => null),
    mayChangeWays(context),
  ]);
  if (described === undefined) {
    return null;
  }
  return {
    ...described,
    may_change: mayChange,
    providers: options?.providers ?? [],
    has_email: options?.email ?? false,
  };
}

export const loadSignInWays: Loader<SignInWaysData> = async (input) =>
  input.viewer?.is_site_admin === true ? readWaysData(input) : null;
