import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness, followToSite } from '../testing/auth-harness.ts';
import { bearer, post, signUp } from '../testing/requests.ts';

/** Somebody is back from a provider: where they go on, and by what they are known from then on. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    security: { manualLinkingEnabled: true },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;

/** Somebody at the provider, by the name there. */
function add(more: { email?: string | null; verified?: boolean } = {}): string {
  const username = `back${++made}`;
  const email = `${username}@players.example`;
  harness.provider.add({ id: String(9000 + made), username, email, verified: true, ...more });
  return username;
}

/** The address at which the provider sends somebody back, not yet followed. */
async function comeBack(query: Record<string, string>): Promise<URL> {
  const params = new URLSearchParams({ provider: 'discord', ...query });
  const begun = await harness.request(`/authorize?${params}`);
  const back = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
  return new URL(back.headers.get('location') ?? '');
}

async function follow(address: URL, init: RequestInit = {}) {
  const answer = await fetch(address, { redirect: 'manual', ...init });
  const led = new URL(answer.headers.get('location') ?? '');
  const hash = new URLSearchParams(led.hash.slice(1));
  return { led, hash, code: hash.get('error_code') ?? 'ok' };
}

describe('who is back', () => {
  it('may be sent by a form', async () => {
    const back = await comeBack({ person: add() });
    const { hash, code } = await follow(new URL(`${back.origin}${back.pathname}`), {
      method: 'POST',
      body: back.searchParams,
    });
    expect([code, hash.get('token_type')]).toEqual(['ok', 'bearer']);
  });

  it.each([
    ['multipart/form-data', 'no boundary'],
    ['multipart/form-data; boundary=b', 'no part'],
  ])('is sent on where the form, %s, has %s', async (type, body) => {
    const sent = { method: 'POST', headers: { 'content-type': type }, body };
    const { led, code } = await follow(new URL(`${harness.url}/callback`), sent);
    expect([led.origin, code]).toEqual([harness.origin, 'validation_failed']);
  });

  it('goes on to where they came from, also with a refusal', async () => {
    const redirect_to = `${harness.origin}/where?they=were`;
    const back = await comeBack({ person: add(), redirect_to });
    back.searchParams.delete('code');
    const { led, code } = await follow(back);
    expect(code).toBe('bad_oauth_callback');
    expect(`${led.origin}${led.pathname}`).toBe(`${harness.origin}/where`);
    expect(led.searchParams.get('they')).toBe('were');
  });

  it('with tokens in the address is not let in a second time by the same state', async () => {
    const back = await comeBack({ person: add() });
    expect((await follow(back)).code).toBe('ok');
    expect((await follow(back)).code).toBe('bad_oauth_state');
  });

  it('gets the provider’s tokens for the page that they came from', async () => {
    const { hash } = await follow(await comeBack({ person: add() }));
    expect(hash.get('provider_refresh_token')).toBe('provider-refresh');
    expect(hash.get('provider_token')).not.toBe('provider-refresh');
  });
});

describe('the operator', () => {
  it('reads of what failed at a provider, and not of what people did', async () => {
    const logged: string[] = [];
    await using own = await createAuthHarness({}, { log: (message) => logged.push(message) });
    own.provider.add({ id: '1', username: 'mailless', email: null, verified: true });
    const come = async (query: string) => {
      const back = await followToSite(`${own.url}/authorize?provider=discord${query}`);
      return back.searchParams.get('error');
    };
    expect(await come('')).toBe('access_denied');
    const lost = await follow(new URL(`${own.url}/callback?code=x&state=${crypto.randomUUID()}`));
    expect(lost.code).toBe('bad_oauth_state');
    expect(logged).toEqual([]);
    expect(await come('&person=mailless')).toBe('server_error');
    expect(logged).toEqual(['Error getting user email from external provider']);
  });
});

describe('a token of the provider’s', () => {
  it.each([
    [16_384, true],
    [16_385, false],
  ])('of %i characters is passed on: %s', async (length, isPassedOn) => {
    const long = { access_token: 'a'.repeat(length), refresh_token: 'r'.repeat(length) };
    let own = '';
    // The provider as it is, but that its tokens are longer.
    const withLongTokens: typeof fetch = async (address, init) => {
      if (String(address).endsWith('/oauth2/token')) {
        const answer = await (await fetch(address, init)).json();
        own = answer.access_token;
        return Response.json({ ...answer, ...long });
      }
      const headers = { ...Object.fromEntries(new Headers(init?.headers)), ...bearer(own) };
      return fetch(address, { ...init, headers });
    };
    await using talkative = await createAuthHarness({}, { fetch: withLongTokens });
    const email = 'long@players.example';
    talkative.provider.add({ id: '1', username: 'long', email, verified: true });
    const code_verifier = 'v'.repeat(43);
    const challenge = `code_challenge=${code_verifier}&code_challenge_method=plain`;
    const back = await followToSite(
      `${talkative.url}/authorize?provider=discord&person=long&${challenge}`,
    );
    const exchange = { auth_code: back.searchParams.get('code'), code_verifier };
    const answer = await post(talkative, '/token?grant_type=pkce', exchange);
    const opened = await answer.json();
    expect([answer.status, opened.provider_token, opened.provider_refresh_token]).toEqual(
      isPassedOn ? [200, long.access_token, long.refresh_token] : [200, undefined, undefined],
    );
  });
});

describe('who has not proved their address there', () => {
  it('is asked by mail, and comes back from that to where they were', async () => {
    await using own = await createAuthHarness();
    const account = { id: '1', username: 'new', email: 'new@players.example' };
    own.provider.add({ ...account, verified: false });
    const redirect_to = `${own.origin}/where`;
    const params = new URLSearchParams({ provider: 'discord', person: 'new', redirect_to });
    const begun = await own.request(`/authorize?${params}`);
    const atProvider = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
    const back = new URL(atProvider.headers.get('location') ?? '');
    const refused = await follow(back);
    expect(refused.code).toBe('provider_email_needs_verification');
    expect((await follow(back)).code).toBe('bad_oauth_state');
    expect(own.mails).toHaveLength(1);
    const led = await followToSite(own.mails[0]?.link ?? '');
    expect(`${led.origin}${led.pathname}`).toBe(redirect_to);
    expect(led.hash).toContain('access_token');
  });
});

describe('an account elsewhere', () => {
  const link = async (headers: Record<string, string>, person: string) => {
    const path = `/user/identities/authorize?provider=discord&person=${person}`;
    const begun = await harness.request(path, { headers });
    return followToSite(begun.headers.get('location') ?? '');
  };

  it('is linked once: to whom it was, and to nobody else', async () => {
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    const person = add();
    expect((await link(mine.headers, person)).searchParams.get('error_code')).toBeNull();
    for (const [headers, message] of [
      [mine.headers, 'Identity is already linked'],
      [theirs.headers, 'Identity is already linked to another user'],
    ] as const) {
      const refused = (await link(headers, person)).searchParams;
      expect([refused.get('error_code'), refused.get('error_description')]).toEqual([
        'identity_already_exists',
        message,
      ]);
    }
  });

  it('keeps the address that somebody had, and gives one to whoever has none', async () => {
    const { headers, email, user } = await signUp(harness);
    await link(headers, add());
    const read = async () => (await harness.request('/user', { headers })).json();
    expect((await read()).email).toBe(email);
    await harness.database.query(
      `update auth.users set email = null, email_confirmed_at = null where id = $1`,
      [user.id],
    );
    // One that is only claimed is nobody's yet.
    await link(headers, add({ verified: false }));
    expect((await read()).email).toBe('');
    const person = add();
    await link(headers, person);
    expect(await read()).toMatchObject({
      email: `${person}@players.example`,
      email_confirmed_at: harness.now().toISOString(),
    });
  });

  it('is not linked where its address is somebody else’s and would become theirs', async () => {
    const { headers, user } = await signUp(harness);
    const { email } = await signUp(harness);
    await harness.database.query(
      `update auth.users set email = null, email_confirmed_at = null where id = $1`,
      [user.id],
    );
    const led = await link(headers, add({ email }));
    expect(led.searchParams.get('error_code')).toBe('email_exists');
    const { identities } = await (await harness.request('/user', { headers })).json();
    expect(identities).toHaveLength(1);
  });

  it('is not taken away where it is the last', async () => {
    const { headers, user } = await signUp(harness);
    const [first] = user.identities ?? [];
    const unlink = async (id: string | undefined) => {
      const init = { method: 'DELETE', headers };
      return (await harness.request(`/user/identities/${id}`, init)).headers.get('x-sb-error-code');
    };
    expect(await unlink(first?.identity_id)).toBe('single_identity_not_deletable');
    await link(headers, add());
    expect(await unlink(first?.identity_id)).toBeNull();
    const { identities } = await (await harness.request('/user', { headers })).json();
    expect(await unlink(identities[0].identity_id)).toBe('single_identity_not_deletable');
  });
});

describe('an invitation', () => {
  const invite = async (email: string) => {
    await post(harness, '/invite', { email }, bearer(await harness.serviceRoleKey()));
    const link = harness.mails.findLast(({ to }) => to === email)?.link ?? '';
    return new URL(link).searchParams.get('token') ?? '';
  };
  const accept = async (person: string, invite_token: string) =>
    follow(await comeBack({ person, invite_token }));

  it.each([
    ['the address that was invited', true, 'invited', 'ok'],
    ['that address unproved', false, 'invited', 'validation_failed'],
    ['another address', true, 'other', 'validation_failed'],
  ])('is accepted with %s', async (_what, verified, name, expected) => {
    const email = `${name}${++made}@players.example`;
    const invited = name === 'invited' ? email : `in-${email}`;
    const token = await invite(invited);
    const { code, hash } = await accept(add({ email: email.toUpperCase(), verified }), token);
    expect(code).toBe(expected);
    expect(hash.has('access_token')).toBe(expected === 'ok');
    const [row] = await harness.database.query(
      'select email_confirmed_at is not null as is_proved from auth.users where email = $1',
      [invited],
    );
    expect(row).toEqual({ is_proved: expected === 'ok' });
  });
});
