import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness, followToSite } from '../testing/auth-harness.ts';
import { post } from '../testing/requests.ts';

/** What is exchanged for a session's tokens, and what is none of these ways. */

let harness: AuthHarness;
const verifier = 'v'.repeat(43);

beforeAll(async () => {
  harness = await createAuthHarness();
  harness.provider.add({ id: '1', username: 'ann', email: 'ann@players.example', verified: true });
});
afterAll(() => harness[Symbol.asyncDispose]());

async function getCode(): Promise<string> {
  const challenge = `code_challenge=${verifier}&code_challenge_method=plain`;
  const back = await followToSite(
    `${harness.url}/authorize?provider=discord&person=ann&${challenge}`,
  );
  return back.searchParams.get('code') ?? '';
}

async function exchange(code: string) {
  const json = { auth_code: code, code_verifier: verifier };
  const answer = await post(harness, '/token?grant_type=pkce', json);
  return { status: answer.status, body: await answer.json() };
}

it.each(['', '?grant_type=', '?grant_type=constructor', '?grant_type=authorization_code'])(
  'no grant is none: %j',
  async (query) => {
    const answer = await post(harness, `/token${query}`, {});
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_credentials']);
  },
);

it('the provider’s own tokens come with the session', async () => {
  const { body } = await exchange(await getCode());
  expect(body.provider_refresh_token).toBe('provider-refresh');
  expect(body.provider_token).toEqual(expect.any(String));
});

it('a code is written down as a sign-in by its provider', async () => {
  await exchange(await getCode());
  const [entry] = await harness.database.query<{ payload: object }>(
    'select payload from auth.audit_log_entries order by ctid desc limit 1',
  );
  expect(entry?.payload).toMatchObject({
    action: 'login',
    traits: { provider_type: 'discord' },
  });
});

it('a code of somebody who is gone opens nothing', async () => {
  const code = await getCode();
  await harness.database.query('delete from auth.users');
  const { status, body } = await exchange(code);
  expect([status, body.code]).toEqual([404, 'user_not_found']);
});
