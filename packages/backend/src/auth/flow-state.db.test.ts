import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness, followToSite } from './testing/auth-harness.ts';
import { post } from './testing/requests.ts';

/** Several who are signing in at once, or one person in several ways: each ends what they began. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ mailer: { maxFrequencySeconds: 0 } });
  harness.stopClock();
  for (const [index, username] of ['ann', 'bea'].entries()) {
    const email = `${username}@elsewhere.example`;
    harness.provider.add({ id: `70${index}`, username, email, verified: true });
  }
});
afterAll(() => harness[Symbol.asyncDispose]());

const challengeOf = (verifier: string) => ({
  code_challenge: verifier,
  code_challenge_method: 'plain',
});
const verifiers = ['a', 'b', 'c'].map((sign) => sign.repeat(43));
const [first = '', second = '', third = ''] = verifiers;

/** Exchanges the code that an address was left with: the code of a refusal, or whose session it is. */
async function exchange(address: URL, verifier: string) {
  const json = { auth_code: address.searchParams.get('code'), code_verifier: verifier };
  const answer = await post(harness, '/token?grant_type=pkce', json);
  return answer.json();
}

const begin = (person: string, verifier: string) =>
  followToSite(
    `${harness.url}/authorize?${new URLSearchParams({
      provider: 'discord',
      person,
      ...challengeOf(verifier),
    })}`,
  );

const linkTo = (email: string) => {
  const mail = harness.mails.findLast(({ to }) => to === email);
  return mail?.link ?? '';
};

describe('of two who sign in at once', () => {
  it('each exchanges their own code, once, and gets what their provider gave', async () => {
    const [ann, bea] = [await begin('ann', first), await begin('bea', second)];
    expect((await exchange(ann, second)).code).toBe('bad_code_verifier');
    const opened = await exchange(ann, first);
    expect(opened.user.email).toBe('ann@elsewhere.example');
    expect(opened.provider_refresh_token).toBe('provider-refresh');
    expect(opened.provider_token).not.toBe('provider-refresh');
    expect((await exchange(ann, first)).code).toBe('flow_state_not_found');
    expect((await exchange(bea, second)).user.email).toBe('bea@elsewhere.example');
  });
});

describe('of several mails to one person', () => {
  const email = 'cleo@players.example';
  const sendLink = (path: '/otp' | '/recover', verifier: string) =>
    post(harness, path, { email, ...challengeOf(verifier) });

  it('the last of its kind leads to where it was asked for, whatever was asked for since', async () => {
    // The first makes the account.
    await sendLink('/otp', first);
    const joined = await exchange(await followToSite(linkTo(email)), first);
    expect(joined.user.email).toBe(email);
    await sendLink('/otp', second);
    harness.advance(1);
    await sendLink('/otp', third);
    const link = linkTo(email);
    harness.advance(1);
    // A new address is another matter, and so is what others began.
    await harness.request('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${joined.access_token}` },
      json: { email: 'cleo2@players.example', ...challengeOf(first) },
    });
    await post(harness, '/otp', { email: 'dora@players.example', ...challengeOf(first) });
    const back = await followToSite(link);
    expect((await exchange(back, second)).code).toBe('bad_code_verifier');
    expect((await exchange(back, third)).user.email).toBe(email);
  });
});
