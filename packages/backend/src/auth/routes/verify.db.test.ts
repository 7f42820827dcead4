import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post, toClaims } from '../testing/requests.ts';

/** Where a link leads, what may be typed, and how a session that this opens is known. */

const password = 'correct horse';
const verifier = 'v'.repeat(43);
const pkce = { code_challenge: verifier, code_challenge_method: 'plain' };
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { maxFrequencySeconds: 0 },
    external: { phone: { enabled: true } },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
const newEmail = () => `verify${++made}@players.example`;

/** Somebody who has proved their address. */
async function join() {
  const email = newEmail();
  const key = bearer(await harness.serviceRoleKey());
  await post(harness, '/admin/users', { email, password, email_confirm: true }, key);
  const answer = await post(harness, '/token?grant_type=password', { email, password });
  return { email, headers: bearer((await answer.json()).access_token) };
}

const linkTo = (email: string) => harness.mails.findLast(({ to }) => to === email)?.link ?? '';

/** Where a link leads: the address with what it says in its query and behind its hash. */
async function follow(link: string) {
  const answer = await fetch(link, { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  return {
    status: answer.status,
    page: `${back.origin}${back.pathname}`,
    query: Object.fromEntries(back.searchParams),
    hash: Object.fromEntries(new URLSearchParams(back.hash.slice(1))),
  };
}

const halfDone =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

describe('a link', () => {
  it.each([
    ['in the fragment', {}, {}],
    ['in both places, where somebody waits with a challenge', pkce, { message: halfDone }],
  ])('of one of two addresses says that the other must agree: %s', async (_where, more, query) => {
    const { email, headers } = await join();
    const next = newEmail();
    const json = { email: next, ...more };
    await harness.request('/user', { method: 'PUT', headers, json });
    const isPkce = 'code_challenge' in more;
    const [first, second] = [linkTo(next), linkTo(email)];
    expect(new URL(first).searchParams.get('token')?.startsWith('pkce_')).toBe(isPkce);
    expect(await follow(first)).toEqual({
      status: 303,
      page: `${harness.origin}/`,
      query,
      hash: { message: halfDone, sb: '' },
    });
    const { query: led, hash } = await follow(second);
    expect(['code' in led, hash.type]).toEqual([isPkce, isPkce ? undefined : 'email_change']);
    if (isPkce) {
      const exchange = { auth_code: led.code, code_verifier: verifier };
      const opened = await (await post(harness, '/token?grant_type=pkce', exchange)).json();
      expect(opened.user.email).toBe(next);
      expect(toClaims(opened.access_token).amr[0].method).toBe('email_change');
    }
  });

  it.each([
    ['the fragment alone', '', {}],
    ['both places', 'pkce_', { error_code: 'otp_expired', error: 'access_denied' }],
  ])('that is no more says so in %s', async (_where, prefix, query) => {
    const link = `${harness.url}/verify?type=signup&token=${prefix}${'0'.repeat(56)}`;
    const led = await follow(link);
    expect(led).toMatchObject({
      status: 303,
      page: `${harness.origin}/`,
      query,
      hash: { error_code: 'otp_expired', error: 'access_denied', sb: '' },
    });
    expect('error_code' in led.query).toBe(prefix !== '');
  });

  it('of a kind that is none leads to the site with a word', async () => {
    const { status, hash } = await follow(`${harness.url}/verify?type=dance&token=abc`);
    expect([status, hash.error_code]).toEqual([303, 'validation_failed']);
  });

  it.each(['', '?type=signup', '?token=abc', '?type=&token=abc', '?type=signup&token='])(
    'that is not whole leads nowhere: %s',
    async (query) => {
      const answer = await harness.request(`/verify${query}`);
      expect([answer.status, (await answer.json()).code]).toEqual([400, 'validation_failed']);
    },
  );

  it('of somebody who waited with a challenge is good for them alone', async () => {
    const { email } = await join();
    await post(harness, '/otp', { email, ...pkce });
    await harness.database.query('delete from auth.flow_state');
    const lost = await follow(linkTo(email));
    expect(lost.query.error_code).toBe('flow_state_not_found');
    // Nothing was used up by it.
    await post(harness, '/otp', { email, ...pkce });
    expect((await follow(linkTo(email))).query.code).toEqual(expect.any(String));
  });
});

describe('a session', () => {
  it.each([
    ['/recover', 'recovery', 'recovery'],
    ['/otp', 'magiclink', 'otp'],
    ['/otp', 'email', 'otp'],
  ])('that %s leads to by %s is known as one by %s', async (path, type, method) => {
    const { email } = await join();
    await post(harness, path, { email });
    const token = harness.mails.at(-1)?.code;
    const answer = await post(harness, '/verify', { type, email, token });
    const { access_token: opened } = await answer.json();
    expect(toClaims(opened).amr).toMatchObject([{ method }]);
  });
});

it.each<[object, number, string]>([
  [{ token: '1', email: 'a@b.example' }, 400, 'validation_failed'],
  [{ type: 'email', token_hash: 'x', phone: '15550001111' }, 400, 'validation_failed'],
  [{ type: 'email', token_hash: 'x', redirect_to: '/' }, 400, 'validation_failed'],
  [
    { type: 'email', token: '1', email: 'a@b.example', phone: '15550001111' },
    400,
    'validation_failed',
  ],
  [
    { type: 'sms', token: '1', email: 'a@b.example', phone: '15550001111' },
    400,
    'validation_failed',
  ],
  [{ type: 'phone_change', token: '1', email: 'a@b.example' }, 400, 'validation_failed'],
  [{ type: 'sms', token: '1', phone: 'none' }, 400, 'validation_failed'],
  [{ type: 'email', token: '1', email: 'none' }, 422, 'validation_failed'],
  [{ type: 'sms', token: '1', phone: '15550001111' }, 403, 'otp_expired'],
  [{ type: 'phone_change', token: '1', phone: '15550001111' }, 403, 'otp_expired'],
])('%j proves nothing', async (json, status, code) => {
  const answer = await post(harness, '/verify', json);
  expect([answer.status, (await answer.json()).code]).toEqual([status, code]);
});

it('half of a change that is typed says that the other half is wanted', async () => {
  const { email, headers } = await join();
  const json = { email: newEmail() };
  await harness.request('/user', { method: 'PUT', headers, json });
  const token = harness.mails.findLast(({ to }) => to === email)?.code;
  const answer = await post(harness, '/verify', { type: 'email_change', email, token });
  expect([answer.status, await answer.json()]).toEqual([200, { msg: halfDone, code: '200' }]);
});
