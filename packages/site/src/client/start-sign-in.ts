import type { HandedOutcome } from './handed-session.ts';
import type { SignInOutcome } from './session.ts';

/*
 * The doors to the session, which the shell may open before anything of it is loaded.
 */

/** Leads to a provider, by default the chat platform or the page with the ways in, and back to where the person is now. */
export async function startSignIn(provider?: string): Promise<void> {
  const { signIn } = await import('./session.ts');
  await signIn(provider ?? null);
}

/** Clears the profile, ends the session, goes home. */
export async function startSignOut(): Promise<void> {
  const { signOut } = await import('./session.ts');
  await signOut();
}

/** Renews an expired session, then shows the page that waits for it; without one it asks to sign in. */
export async function resumeSession(): Promise<void> {
  const { resume } = await import('./session.ts');
  await resume();
}

/** What a link brought to the page that ways of signing in lead back to: nothing, or somebody's session. */
export async function openHandedSession(): Promise<HandedOutcome> {
  const handed = await import('./handed-session.ts');
  return handed.openHandedSession();
}

/** What the page does that the chat platform leads back to: it takes the session and goes on, or says why not. */
export async function completeSignIn(): Promise<SignInOutcome> {
  const session = await import('./session.ts');
  return session.completeSignIn();
}
