/** In place of `client/session/start-sign-in.ts`: nobody signs in to a file. */
export async function startSignIn(): Promise<void> {}

export async function startSignOut(): Promise<void> {}

export async function resumeSession(): Promise<void> {}
