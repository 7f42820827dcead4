/*
 * The doors to the session, which the shell may open before anything of it is loaded. They take it as a whole:
 * to take single names out of it costs the first script more.
 */

/** What the shell does with a session. Apart from any `then`: what fails there would pass for a chunk that cannot be loaded. */
export const loadSession = () => import('./session-acts.ts');

/** Leads to a provider, by default the chat platform or the page with the ways in, and back to where the person is now. */
export async function startSignIn(provider?: string): Promise<void> {
  await (await loadSession()).signIn(provider ?? null);
}

/** Clears the profile, ends the session, goes home. */
export async function startSignOut(): Promise<void> {
  await (await loadSession()).signOut();
}

/** Renews an expired session, then shows the page that waits for it; without one it asks to sign in. */
export async function resumeSession(): Promise<void> {
  await (await loadSession()).resume();
}
