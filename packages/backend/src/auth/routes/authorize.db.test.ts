import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';

/** What a browser is sent to a provider with. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

async function begin(query: Record<string, string>) {
  const params = new URLSearchParams({ provider: 'discord', ...query });
  const answer = await harness.request(`/authorize?${params}`);
  const location = answer.headers.get('location');
  return {
    status: answer.status,
    asked: location === null ? null : new URL(location).searchParams,
    body: location === null ? await answer.json() : null,
  };
}

it('nothing that is between us and the provider, or us and the caller, is passed on', async () => {
  const plain = await begin({});
  const ours = [
    ...['scopes', 'client_id', 'client_secret', 'redirect_uri', 'response_type', 'response_mode'],
    ...['scope', 'state', 'code', 'code_verifier', 'grant_type', 'request', 'request_uri'],
    ...['redirect_to', 'skip_http_redirect', 'apikey'],
  ];
  for (const name of ours) {
    const { asked } = await begin({ [name]: 'mine', prompt: 'none' });
    const shown = Object.fromEntries(asked ?? []);
    const expected = {
      ...Object.fromEntries(plain.asked ?? []),
      prompt: 'none',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      // Scopes are asked for by their own name.
      ...(name === 'scopes' ? { scope: 'email identify mine' } : {}),
    };
    expect([name, shown]).toEqual([name, expected]);
  }
  const challenge = { code_challenge: 'c'.repeat(43), code_challenge_method: 's256' };
  const { asked } = await begin(challenge);
  expect([asked?.has('code_challenge'), asked?.has('code_challenge_method')]).toEqual([
    false,
    false,
  ]);
});

it.each(['guilds,connections', 'guilds connections', ' guilds, ,connections ,'])(
  'scopes stand between commas or spaces: %j',
  async (scopes) => {
    const { asked } = await begin({ scopes });
    expect(asked?.get('scope')).toBe('email identify guilds connections');
  },
);

it('an invitation that there is not begins nothing', async () => {
  const { status, body } = await begin({ invite_token: '0'.repeat(56) });
  expect([status, body.code]).toEqual([404, 'user_not_found']);
  const begun = await harness.database.query(
    'select from auth.flow_state where invite_token is not null',
  );
  expect(begun).toEqual([]);
});
