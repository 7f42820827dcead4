import type { GoTrueClient, User } from '@supabase/auth-js';
import { getServerTime } from '../live/server-clock.ts';
import { listProfiles } from '../profile/profiles.ts';
import { handed } from './handed-fragment.ts';
import {
  finishSignIn,
  openSession,
  type SignInFailure,
  type SignInOutcome,
  startRecovery,
} from './session.ts';
import { hasBegunSignIn } from './session-storage.ts';

/** How old a handed session may be before the person is warned (specification §9). */
const freshSeconds = 120;

interface HandedTokens {
  access_token: string;
  refresh_token: string;
  /** What the link was for, as the auth service says it: `magiclink`, `recovery`, … */
  type: string | null;
}

/** A session that somebody's link asks to set in this browser. Nothing is set until it is accepted. */
export interface HandedSession {
  name: string;
  /** How this account signs in: names of providers, `email` and `phone` among them. */
  ways: string[];
  email: string | null;
  /** The minutes since it was issued, where it is too old for a link that was just followed; null else. */
  stale_minutes: number | null;
  accept(): Promise<SignInOutcome>;
}

export type HandedOutcome =
  | { kind: 'none' }
  | { kind: 'asks'; session: HandedSession }
  | { kind: 'refused'; outcome: SignInFailure };

/** What the address of the callback page brought behind the `#`, and whose session it is. */
export async function openHandedSession(): Promise<HandedOutcome> {
  const given = new URLSearchParams(handed.fragment);
  handed.fragment = '';
  if (!given.has('access_token')) {
    return { kind: 'none' };
  }
  const hasBegun = hasBegunSignIn();
  const auth = await openSession();
  const tokens = readTokens(given);
  if (tokens === null) {
    return refuse(auth, { code: 'no_session', message: 'No session defined in URL' });
  }
  // Who has just begun to sign in here expects a code; tokens in its place may be somebody else's.
  if (hasBegun) {
    return refuse(auth, { code: 'not_pkce', message: 'Not a valid PKCE flow url.' });
  }
  const { data, error } = await auth.getUser(tokens.access_token);
  if (error !== null) {
    return refuse(auth, { code: error.code ?? '', message: error.message });
  }
  return { kind: 'asks', session: await toHandedSession(auth, tokens, data.user) };
}

/** The specification ends the session after any such error of the address. */
async function refuse(
  auth: GoTrueClient,
  failure: Omit<SignInFailure, 'ok'>,
): Promise<HandedOutcome> {
  await auth.signOut({ scope: 'local' });
  return { kind: 'refused', outcome: { ok: false, ...failure } };
}

/** All four must be there (specification §5). */
function readTokens(given: URLSearchParams): HandedTokens | null {
  const [access_token, refresh_token, expiresIn, tokenType] = [
    'access_token',
    'refresh_token',
    'expires_in',
    'token_type',
  ].map((name) => given.get(name));
  if (!access_token || !refresh_token || !expiresIn || !tokenType) {
    return null;
  }
  return { access_token, refresh_token, type: given.get('type') };
}

async function toHandedSession(
  auth: GoTrueClient,
  tokens: HandedTokens,
  user: User,
): Promise<HandedSession> {
  const [profile] = await listProfiles([user.id]).catch(() => []);
  const stale_minutes = toStaleMinutes(readIssuedAt(tokens.access_token), getServerTime() / 1000);
  if (stale_minutes !== null) {
    console.warn('The session in the address was issued over 120 s ago.');
  }
  const email = user.email || null;
  return {
    name: profile?.username ?? email ?? user.phone ?? user.id,
    ways: (user.app_metadata.providers as string[] | undefined) ?? [],
    email,
    stale_minutes,
    accept: () => accept(auth, tokens),
  };
}

async function accept(auth: GoTrueClient, tokens: HandedTokens): Promise<SignInOutcome> {
  const { access_token, refresh_token } = tokens;
  const { error } = await auth.setSession({ access_token, refresh_token });
  if (error !== null) {
    return { ok: false, code: error.code ?? '', message: error.message };
  }
  if (tokens.type === 'recovery') {
    startRecovery();
  }
  return finishSignIn();
}

/** The instant, in seconds, that a verified token says it was issued at; null where it says none. */
function readIssuedAt(token: string): number | null {
  const [, body = ''] = token.split('.');
  const { iat } = JSON.parse(atob(body.replaceAll('-', '+').replaceAll('_', '/'))) as {
    iat?: unknown;
  };
  return typeof iat === 'number' ? iat : null;
}

/** Whole minutes since a session was issued, where that is more than `freshSeconds` ago. Both in seconds. */
export function toStaleMinutes(issuedAt: number | null, now: number): number | null {
  if (issuedAt === null || now - issuedAt <= freshSeconds) {
    return null;
  }
  return Math.floor((now - issuedAt) / 60);
}
