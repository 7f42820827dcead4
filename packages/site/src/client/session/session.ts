import {
  type AuthChangeEvent,
  type AuthError,
  GoTrueClient,
  type Session,
} from '@supabase/auth-js';
import { redirectCookie } from '../../routing/guard.ts';
import { toLocalePath } from '../../routing/locale-paths.ts';
import { isOwnPath } from '../../routing/own-path.ts';
import { changeClientState, clientState, noteAuthEvent } from '../client-state.ts';
import { readAllCookies, readCookie, writeCookie } from '../cookies.ts';
import { getBackendUrl, getRuntime } from '../runtime.ts';
import { authFetch } from './auth-fetch.ts';
import { sessionCookieName } from './session-cookie.ts';
import { cookieStorage } from './session-storage.ts';
import { leaveHearingToClient } from './tab-channel.ts';

/** Where somebody chooses a new password who forgot the old one. */
const newPasswordPath = '/account/password';
/** Errors of a callback that say something about an identity, and nothing about the session. */
const keptCodes = new Set([
  'identity_already_exists',
  'identity_not_found',
  'single_identity_not_deletable',
]);

interface OpenedSession {
  auth: GoTrueClient;
  /** What the address said that we came back to, if that was an error. */
  callbackError: AuthError | null;
}

let opened: Promise<OpenedSession> | null = null;

/** The auth client of this tab, once it has read the stored session or the callback's address. */
export async function openSession(): Promise<GoTrueClient> {
  opened ??= open();
  return (await opened).auth;
}

async function open(): Promise<OpenedSession> {
  leaveHearingToClient();
  const { shell } = getRuntime().environment;
  const auth = new GoTrueClient({
    url: `${getBackendUrl()}/auth/v1`,
    headers: { apikey: shell.backend.anon_key },
    storageKey: sessionCookieName,
    storage: cookieStorage,
    flowType: 'pkce',
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: isImplicitCallback,
    fetch: authFetch,
    skipAutoInitialize: true,
  });
  auth.onAuthStateChange(onAuthEvent);
  const refused = getRuntime().environment.viewer.get() === null ? await readAccessToken() : null;
  const { error } = await auth.initialize();
  if (error !== null && !keptCodes.has(toErrorCode(error) ?? '')) {
    // The specification ends the session here; the library by itself would keep it.
    await auth.signOut({ scope: 'local' });
  }
  if (error === null && refused !== null) {
    await renewRefused(auth, refused);
  }
  return { auth, callbackError: error };
}

async function readAccessToken(): Promise<string | null> {
  const text = await cookieStorage.getItem(sessionCookieName);
  return text === null ? null : ((JSON.parse(text) as Partial<Session>).access_token ?? null);
}

/** The server took us for a visitor: the token has run out by its clock, even where this machine's says otherwise. */
async function renewRefused(auth: GoTrueClient, token: string): Promise<void> {
  const { data } = await auth.getSession();
  if (data.session?.access_token === token) {
    await auth.refreshSession();
  }
}

/** Tokens or an error in the address of the callback page; a code is looked for by the library itself. */
function isImplicitCallback(url: URL, given: Record<string, string>): boolean {
  const isOutcome = ['access_token', 'error', 'error_description', 'error_code'].some(
    (name) => given[name] !== undefined,
  );
  return isOutcome && url.pathname.endsWith('/confirm');
}

function toErrorCode(error: AuthError): string | undefined {
  const details = 'details' in error ? (error.details as { code?: string } | null) : null;
  return details?.code ?? error.code;
}

/** Settles when the events of a sign-in have gone out, to other tabs too; a page that leaves earlier keeps them to itself. */
const announced = Promise.withResolvers<void>();

/** Follows the seven events, those of other tabs among them. */
function onAuthEvent(event: AuthChangeEvent, session: Session | null): void {
  if (event === 'PASSWORD_RECOVERY') {
    isRecovering = true;
  }
  if (event === 'SIGNED_IN' || event === 'PASSWORD_RECOVERY') {
    announced.resolve();
  }
  noteAuthEvent(event, session);
  const { environment, router } = getRuntime();
  const shown = environment.viewer.get()?.user_id ?? null;
  const isOther = (session?.user.id ?? null) !== shown;
  if (event === 'SIGNED_OUT') {
    changeClientState({ profile: null, team: null });
  }
  // The library forbids waiting for itself in here; the page is asked for after it is done.
  // A session that had run out is refreshed here first: to the server that page was a visitor's.
  if (event !== 'INITIAL_SESSION' && isOther && !isLeaving) {
    setTimeout(() => {
      if (session === null) {
        environment.viewer.set(null);
      }
      if (!isSigningIn()) {
        void router.revalidate();
      }
    }, 0);
  }
}

let isLeaving = false;
let isRecovering = false;

/** These pages go on by themselves once the session is whole. */
function isSigningIn(): boolean {
  return /\/(?:confirm|login)$/.test(location.pathname);
}

/** The page that every way of signing in leads back to. */
export function toConfirmAddress(): string {
  const { environment, intl } = getRuntime();
  return location.origin + toLocalePath('/confirm', intl.get().locale, environment.routing);
}

/** Ends the session and goes home; what is shown here is left as it is until then. */
export async function endSession(): Promise<void> {
  isLeaving = true;
  const auth = await openSession();
  const { error } = await auth.signOut({ scope: 'local' });
  if (error !== null) {
    await cookieStorage.removeItem(sessionCookieName);
  }
  location.assign(toHome());
}

export interface SignInFailure {
  ok: false;
  code: string;
  message: string;
}

export type SignInOutcome = { ok: true } | SignInFailure;

/** What the page that the chat platform leads back to does: takes the session, then goes on. */
export async function completeSignIn(): Promise<SignInOutcome> {
  await openSession();
  const { auth, callbackError } = await (opened as Promise<OpenedSession>);
  if (callbackError !== null) {
    return { ok: false, code: toErrorCode(callbackError) ?? '', message: callbackError.message };
  }
  const { data } = await auth.getSession();
  if (data.session === null) {
    return { ok: false, code: 'no_session', message: 'No session defined in URL' };
  }
  return finishSignIn();
}

/** Goes on with the session that has just been set: to where the person wanted to go, or to the second step. */
export async function finishSignIn(): Promise<SignInOutcome> {
  forgetVerifiers();
  await Promise.race([announced.promise, new Promise((resolve) => setTimeout(resolve, 1000))]);
  if (await goOn()) {
    return { ok: true };
  }
  const { environment, intl, router } = getRuntime();
  await router.navigate(toLocalePath('/login', intl.get().locale, environment.routing), {
    replace: true,
  });
  return { ok: true };
}

/** Whether the session has taken its first step and owes the second. */
export async function owesSecondStep(auth: GoTrueClient): Promise<boolean> {
  const { data } = await auth.mfa.getAuthenticatorAssuranceLevel();
  return data !== null && data.currentLevel === 'aal1' && data.nextLevel === 'aal2';
}

/** Leads to where the person wanted to go. False if the second step is still to come: then nothing happens. */
export async function goOn(): Promise<boolean> {
  const auth = await openSession();
  if (isRecovering) {
    writeCookie(redirectCookie, newPasswordPath, 3600);
  }
  if (await owesSecondStep(auth)) {
    return false;
  }
  isLeaving = true;
  const target = readCookie(redirectCookie);
  writeCookie(redirectCookie, '', 0);
  const isWayBack = target !== null && isOwnPath(target) && !target.startsWith('/confirm');
  location.replace(isWayBack ? target : toHome());
  return true;
}

/** The session was set by a link of somebody who forgot the password: they choose a new one first. */
export function startRecovery(): void {
  onAuthEvent('PASSWORD_RECOVERY', clientState.get().session);
}

/** What proved that the callback was ours has served; sign-ins that were begun and left are forgotten with it. */
function forgetVerifiers(): void {
  for (const name of readAllCookies().keys()) {
    if (name.startsWith(`${sessionCookieName}-`) && /code-verifier(\.\d+)?$/.test(name)) {
      writeCookie(name, '', 0);
    }
  }
}

function toHome(): string {
  const { environment, intl } = getRuntime();
  return toLocalePath('/', intl.get().locale, environment.routing);
}
