import type { AuthHarness } from './auth-harness.ts';

/** What tests of the auth service do again and again. */

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** What a token claims, unverified. */
export const toClaims = (token: string) => JSON.parse(atob(token.split('.')[1] ?? ''));

export function post(
  harness: AuthHarness,
  path: string,
  json: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return harness.request(path, { method: 'POST', json, headers });
}

export async function refresh(harness: AuthHarness, token: string) {
  const response = await post(harness, '/token?grant_type=refresh_token', { refresh_token: token });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

let people = 0;

/** Somebody new with a password, signed in by the official client. */
export async function signUp(harness: AuthHarness) {
  people += 1;
  const email = `person${people}@players.example`;
  const password = 'correct horse';
  const client = harness.createClient();
  const { data, error } = await client.signUp({ email, password });
  if (error || !data.user || !data.session) {
    throw error ?? new Error('no session');
  }
  const headers = bearer(data.session.access_token);
  return { client, email, password, user: data.user, session: data.session, headers };
}
