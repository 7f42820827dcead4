import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';

/** A mail that is sent once more leads whoever asked with a challenge where the first would have. */

const password = 'correct horse';
const verifier = 'v'.repeat(43);
const pkce = { code_challenge: verifier, code_challenge_method: 'plain' };
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ mailer: { maxFrequencySeconds: 0 } });
});
afterAll(() => harness[Symbol.asyncDispose]());

/** What the page that the last link to an address leads to is told in its query. */
async function follow(email: string): Promise<URLSearchParams> {
  const link = harness.mails.findLast(({ to }) => to === email)?.link ?? '';
  const answer = await fetch(link, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}

/** Whose session a code opens. */
async function exchange(code: string | null): Promise<string> {
  const json = { auth_code: code, code_verifier: verifier };
  const answer = await post(harness, '/token?grant_type=pkce', json);
  return (await answer.json()).user?.email;
}

it('a sign-up', async () => {
  const email = 'new@players.example';
  await post(harness, '/signup', { email, password });
  await post(harness, '/resend', { type: 'signup', email, ...pkce });
  expect(await exchange((await follow(email)).get('code'))).toBe(email);
});

it('a change of address', async () => {
  const [email, next] = ['old@players.example', 'next@players.example'];
  const key = bearer(await harness.serviceRoleKey());
  await post(harness, '/admin/users', { email, password, email_confirm: true }, key);
  const entered = await post(harness, '/token?grant_type=password', { email, password });
  const headers = bearer((await entered.json()).access_token);
  await harness.request('/user', { method: 'PUT', headers, json: { email: next } });
  await post(harness, '/resend', { type: 'email_change', email, ...pkce });
  const [entry] = await harness.database.query(
    `select payload ->> 'action' as action from auth.audit_log_entries order by ctid desc limit 1`,
  );
  expect(entry).toEqual({ action: 'user_confirmation_requested' });
  expect((await follow(next)).get('message')).toContain('Confirmation link accepted');
  expect(await exchange((await follow(email)).get('code'))).toBe(next);
});
