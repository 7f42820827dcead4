import type { HandedOutcome } from './handed-session.ts';
import type { SignInOutcome } from './session.ts';

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
