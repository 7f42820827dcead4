import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyAccessToken } from './access-token.ts';
import {
  type AuthHarness,
  createAuthHarness,
  followToSite,
  signInWithProvider,
} from './testing/auth-harness.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness();
  harness.provider.add({
    id: '80351110224678912',
    username: 'aino',
    global_name: 'Aino K',
    locale: 'fi',
    email: 'Aino@Players.example',
    verified: true,
  });
  harness.provider.add({
    id: '80351110224678913',
    username: 'nomail',
    email: null,
  });
  harness.provider.add({
    id: '80351110224678914',
    username: 'unproved',
    email: 'unproved@players.example',
    verified: false,
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

describe('signing in at a provider with the official client', () => {
  it('makes an account, its identity and a session', async () => {
    const client = harness.createClient();
    const { session, user } = await signInWithProvider(harness, client, 'aino');
    expect(session.token_type).toBe('bearer');
    expect(session.expires_in).toBe(3600);
    expect(session.refresh_token).toMatch(/^[\w-]{51}$/);
    expect(session.provider_token).toEqual(expect.any(String));
    expect(session.provider_refresh_token).toBe('provider-refresh');
    expect(user).toMatchObject({
      aud: 'authenticated',
      role: 'authenticated',
      email: 'aino@players.example',
      phone: '',
      is_anonymous: false,
      app_metadata: { provider: 'discord', providers: ['discord'] },
      user_metadata: {
        full_name: 'aino',
        name: 'aino#0',
        locale: 'fi',
        custom_claims: { global_name: 'Aino K' },
        email_verified: true,
      },
    });
    expect(user.identities).toHaveLength(1);
    expect(user.identities?.[0]).toMatchObject({
      id: '80351110224678912',
      provider: 'discord',
      user_id: user.id,
      email: 'aino@players.example',
    });
    expect(Object.values(user)).not.toContain(null);

    const claims = await verifyAccessToken(harness.keys, session.access_token);
    expect(claims).toMatchObject({
      sub: user.id,
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      iss: `${harness.url}`,
      session_id: expect.any(String),
      amr: [{ method: 'oauth', timestamp: expect.any(Number) }],
    });

    const again = await client.getUser();
    expect(again.data.user?.id).toBe(user.id);
  });

  it('finds the same account the second time', async () => {
    const first = await signInWithProvider(harness, harness.createClient(), 'aino');
    const second = await signInWithProvider(harness, harness.createClient(), 'aino');
    expect(second.user.id).toBe(first.user.id);
    expect(second.session.refresh_token).not.toBe(first.session.refresh_token);
  });

  it('sends scopes and further parameters on, but none that are ours', async () => {
    const url = `${harness.url}/authorize?provider=discord&scopes=guilds&prompt=none&client_id=evil&REDIRECT_URI=https://evil.example`;
    const response = await fetch(url, { redirect: 'manual' });
    const address = new URL(response.headers.get('location') ?? '');
    expect(response.status).toBe(302);
    expect(address.searchParams.get('scope')).toBe('email identify guilds');
    expect(address.searchParams.get('prompt')).toBe('none');
    expect(address.searchParams.getAll('client_id')).toEqual(['league']);
    expect(address.searchParams.get('redirect_uri')).toBe(`${harness.url}/callback`);
    expect(address.searchParams.has('REDIRECT_URI')).toBe(false);
  });

  it('knows GitHub, and takes the address that is the first one there', async () => {
    harness.provider.add({
      id: '77',
      username: 'hub',
      email: 'hub@players.example',
      verified: true,
    });
    const back = await followToSite(`${harness.url}/authorize?provider=github&person=hub`);
    const token = new URLSearchParams(back.hash.slice(1)).get('access_token') ?? '';
    expect(await verifyAccessToken(harness.keys, token)).toMatchObject({
      email: 'hub@players.example',
      app_metadata: { provider: 'github' },
      user_metadata: { user_name: 'hub', full_name: 'hub', provider_id: '77' },
    });
  });

  it('gives tokens in the fragment where no challenge was sent', async () => {
    const to = encodeURIComponent(`${harness.origin}/confirm`);
    const back = await followToSite(
      `${harness.url}/authorize?provider=discord&redirect_to=${to}&person=aino`,
    );
    const hash = new URLSearchParams(back.hash.slice(1));
    expect(back.pathname).toBe('/confirm');
    expect(back.search).toBe('');
    expect(hash.get('token_type')).toBe('bearer');
    expect(hash.get('refresh_token')).toMatch(/^[\w-]{51}$/);
    expect(hash.get('expires_in')).toBe('3600');
    expect(hash.has('sb')).toBe(true);
    await verifyAccessToken(harness.keys, hash.get('access_token') ?? '');
  });

  it.each([
    ['the person refuses', '', { error: 'access_denied', error_description: 'The user refused' }],
    ['there is no address', 'nomail', { error: 'server_error', error_code: 'unexpected_failure' }],
    [
      'the address is not verified',
      'unproved',
      { error: 'access_denied', error_code: 'provider_email_needs_verification' },
    ],
  ])('comes back with an error when %s', async (_case, person, expected) => {
    const suffix = person === '' ? '' : `&person=${person}`;
    const back = await followToSite(`${harness.url}/authorize?provider=discord${suffix}`);
    expect(back.origin).toBe(harness.origin);
    expect(Object.fromEntries(back.searchParams)).toMatchObject(expected);
    expect(Object.fromEntries(new URLSearchParams(back.hash.slice(1)))).toMatchObject(expected);
  });

  it('keeps the unverified account, unconfirmed, and asks by mail', async () => {
    const mail = harness.mails.find((sent) => sent.to === 'unproved@players.example');
    expect(mail).toMatchObject({ kind: 'confirmation' });
    expect(mail?.link).toContain(`${harness.url}/verify?token=`);
    const [row] = await harness.database.query(
      `select email_confirmed_at from auth.users where email = 'unproved@players.example'`,
    );
    expect(row).toEqual({ email_confirmed_at: null });
  });

  it('refuses a state that is missing, unknown, used or too old', async () => {
    const begin = async () => {
      const response = await fetch(
        `${harness.url}/authorize?provider=discord&person=aino&code_challenge=${'c'.repeat(43)}&code_challenge_method=s256`,
        { redirect: 'manual' },
      );
      const provider = await fetch(response.headers.get('location') ?? '', { redirect: 'manual' });
      return provider.headers.get('location') ?? '';
    };
    const outcome = async (address: string) => {
      const response = await fetch(address, { redirect: 'manual' });
      return new URL(response.headers.get('location') ?? '').searchParams.get('error_code');
    };
    expect(await outcome(`${harness.url}/callback?code=x`)).toBe('bad_oauth_callback');
    expect(await outcome(`${harness.url}/callback?code=x&state=no`)).toBe('bad_oauth_state');
    expect(await outcome(`${harness.url}/callback?code=x&state=${crypto.randomUUID()}`)).toBe(
      'bad_oauth_state',
    );
    const used = await begin();
    await fetch(used, { redirect: 'manual' });
    expect(await outcome(used)).toBe('flow_state_already_used');
    const late = await begin();
    harness.advance(301);
    expect(await outcome(late)).toBe('bad_oauth_state');
  });
});

describe('GET /authorize', () => {
  const challenge = 'c'.repeat(43);
  it.each([
    ['no provider', '', 'Unsupported provider: Provider  could not be found'],
    [
      'an unknown provider',
      'provider=nope',
      'Unsupported provider: Provider nope could not be found',
    ],
    [
      'a name of the prototype',
      'provider=constructor',
      'Unsupported provider: Provider constructor could not be found',
    ],
    [
      'a challenge without its method',
      `provider=discord&code_challenge=${challenge}`,
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      'a method without a challenge',
      'provider=discord&code_challenge_method=s256',
      'PKCE flow requires code_challenge_method and code_challenge',
    ],
    [
      'a short challenge',
      'provider=discord&code_challenge=c&code_challenge_method=s256',
      'code challenge has to be between 43 and 128 characters',
    ],
    [
      'other characters',
      `provider=discord&code_challenge=${challenge}%2F&code_challenge_method=s256`,
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    ],
    [
      'an unknown method',
      `provider=discord&code_challenge=${challenge}&code_challenge_method=md5`,
      'Invalid code_challenge_method',
    ],
  ])('refuses %s', async (_case, query, message) => {
    const response = await harness.request(`/authorize?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ code: 'validation_failed', message });
  });
});

describe('POST /token?grant_type=pkce', () => {
  const verifier = 'v'.repeat(43);

  async function getCode(person = 'aino'): Promise<string> {
    const back = await followToSite(
      `${harness.url}/authorize?provider=discord&person=${person}&code_challenge=${verifier}&code_challenge_method=plain`,
    );
    return back.searchParams.get('code') ?? '';
  }

  const exchange = (json: unknown) =>
    harness.request('/token?grant_type=pkce', { method: 'POST', json });

  it.each([
    ['nothing', {}, 400, 'validation_failed'],
    ['no verifier', { auth_code: 'x' }, 400, 'validation_failed'],
    ['an unknown code', { auth_code: 'x', code_verifier: 'y' }, 404, 'flow_state_not_found'],
    ['a number', { auth_code: 1, code_verifier: 'y' }, 400, 'bad_json'],
  ])('refuses %s', async (_case, json, status, code) => {
    const response = await exchange(json);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });

  it('refuses another verifier and still takes the right one', async () => {
    const code = await getCode();
    const wrong = await exchange({ auth_code: code, code_verifier: 'w'.repeat(43) });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toMatchObject({ code: 'bad_code_verifier' });
    const right = await exchange({ auth_code: code, code_verifier: verifier });
    expect(right.status).toBe(200);
    const body = await right.json();
    expect(right.headers.get('sb-auth-user-id')).toBe(body.user.id);
    expect(right.headers.get('sb-auth-session-id')).toEqual(expect.any(String));
    expect(right.headers.get('sb-auth-refresh-token-prefix')).toBe(body.refresh_token.slice(0, 5));
    expect(right.headers.get('cache-control')).toBe('no-store');
  });

  it('keeps of a code no more than a hash, which is no code', async () => {
    const code = await getCode();
    const [row] = await harness.database.query<{ auth_code: string; row: string }>(
      'select auth_code, f::text as row from auth.flow_state f where auth_code is not null order by updated_at desc limit 1',
    );
    expect(row?.row).not.toContain(code);
    const response = await exchange({ auth_code: row?.auth_code, code_verifier: verifier });
    expect(response.status).toBe(404);
    expect((await exchange({ auth_code: code, code_verifier: verifier })).status).toBe(200);
  });

  it('opens one session for one code, however many ask at once', async () => {
    const code = await getCode();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => exchange({ auth_code: code, code_verifier: verifier })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      200, 404, 404, 404, 404, 404, 404, 404,
    ]);
  });

  it('does not let in who was banned while the code waited', async () => {
    const banned = { id: '80351110224678999', username: 'late', email: 'late@players.example' };
    harness.provider.add({ ...banned, verified: true });
    const { user } = await signInWithProvider(harness, harness.createClient(), 'late');
    const code = await getCode('late');
    const { admin } = await harness.createAdmin();
    await admin.updateUserById(user.id, { ban_duration: '1h' });
    const response = await exchange({ auth_code: code, code_verifier: verifier });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'user_banned' });
  });

  it('refuses a code that has waited too long', async () => {
    const code = await getCode();
    harness.advance(301);
    const response = await exchange({ auth_code: code, code_verifier: verifier });
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ code: 'flow_state_expired' });
  });

  it('refuses other grants', async () => {
    const response = await harness.request('/token?grant_type=magic', { method: 'POST', json: {} });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      code: 'invalid_credentials',
      message: 'unsupported_grant_type',
    });
  });
});

describe('linking by address', () => {
  it('joins a verified address to the account that has it', async () => {
    const { user } = await signInWithProvider(harness, harness.createClient(), 'aino');
    harness.provider.add({
      id: '90351110224678912',
      username: 'aino-second',
      email: 'aino@players.example',
      verified: true,
    });
    const second = await signInWithProvider(harness, harness.createClient(), 'aino-second');
    expect(second.user.id).toBe(user.id);
    expect(second.user.identities).toHaveLength(2);
  });

  it('never joins by an address that is not verified', async () => {
    harness.provider.add({
      id: '90351110224678913',
      username: 'thief',
      email: 'aino@players.example',
      verified: false,
    });
    const back = await followToSite(`${harness.url}/authorize?provider=discord&person=thief`);
    expect(back.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  });

  it('does not confirm a claimed address by another one that is verified', async () => {
    harness.provider.add({
      id: '90351110224678914',
      username: 'claimer',
      email: 'victim@players.example',
      verified: false,
    });
    await followToSite(`${harness.url}/authorize?provider=discord&person=claimer`);
    harness.provider.add({
      id: '90351110224678914',
      username: 'claimer',
      email: 'claimer@players.example',
      verified: true,
    });
    const { user } = await signInWithProvider(harness, harness.createClient(), 'claimer');
    expect(user.email).toBe('claimer@players.example');
  });
});

describe('an account that claims an address of somebody else', () => {
  it('collects no accounts of the one who proves it', async () => {
    await using open = await createAuthHarness({
      mailer: { autoconfirm: false },
      security: { manualLinkingEnabled: true },
    });
    open.provider.add({ id: '1', username: 'thief', email: 'thief@b.example', verified: true });
    open.provider.add({ id: '2', username: 'bait', email: 'owner@b.example', verified: false });
    open.provider.add({ id: '3', username: 'owner', email: 'owner@b.example', verified: true });
    const thief = open.createClient();
    const { user } = await signInWithProvider(open, thief, 'thief');
    const { data } = await thief.linkIdentity({
      provider: 'discord',
      options: { skipBrowserRedirect: true, queryParams: { person: 'bait' } },
    });
    await followToSite(data?.url ?? '');
    const owner = await signInWithProvider(open, open.createClient(), 'owner');
    expect(owner.user.id).not.toBe(user.id);
  });

  it('keeps no session once the owner proves the address', async () => {
    await using open = await createAuthHarness({ mailer: { allowUnverifiedEmailSignIns: true } });
    open.provider.add({ id: '2', username: 'bait', email: 'owner@b.example', verified: false });
    open.provider.add({ id: '3', username: 'owner', email: 'owner@b.example', verified: true });
    const thief = open.createClient();
    const first = await signInWithProvider(open, thief, 'bait');
    const owner = await signInWithProvider(open, open.createClient(), 'owner');
    expect(owner.user.id).toBe(first.user.id);
    expect(owner.user.identities?.map((identity) => identity.id)).toEqual(['3']);
    expect((await thief.refreshSession()).error).not.toBeNull();
    expect((await thief.getUser()).error).not.toBeNull();
  });

  it('is told to verify it at the provider where the league sends no mail', async () => {
    await using silent = await createAuthHarness({ external: { email: { enabled: false } } });
    silent.provider.add({ id: '2', username: 'bait', email: 'owner@b.example', verified: false });
    const back = await followToSite(`${silent.url}/authorize?provider=discord&person=bait`);
    expect(back.searchParams.get('error_description')).toBe(
      'Unverified email with discord. Verify the email with discord in order to sign in',
    );
    expect(silent.mails).toEqual([]);
  });
});
