import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness, followToSite } from './testing/auth-harness.ts';
import { createFakeIssuer, type FakeIssuer } from './testing/fake-issuer.ts';

let harness: AuthHarness;
let issuer: FakeIssuer;

beforeAll(async () => {
  issuer = await createFakeIssuer('our-client');
  const client = { clientIds: ['our-client'], clientSecret: 'shared', url: issuer.url };
  harness = await createAuthHarness({
    external: {
      providers: {
        clubhouse: { ...client, oidc: true },
        google: client,
        dead: { ...client, oidc: true, url: 'http://127.0.0.1:9' },
        off: { ...client, oidc: true, enabled: false },
      },
    },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const grant = (json: unknown, headers: Record<string, string> = {}) =>
  harness.request('/token?grant_type=id_token', { method: 'POST', json, headers });

describe('any OpenID Connect issuer by configuration', () => {
  it('signs people in by a real exchange', async () => {
    issuer.claims = {
      sub: 'person-1',
      email: 'Oidc@players.example',
      email_verified: true,
      name: 'Oidc Person',
      picture: 'https://pictures.example/1.png',
    };
    const client = harness.createClient();
    const { data } = await client.signInWithOAuth({
      provider: 'clubhouse' as 'google',
      options: { redirectTo: `${harness.origin}/confirm`, skipBrowserRedirect: true },
    });
    const authorize = await fetch(data.url ?? '', { redirect: 'manual' });
    const asked = new URL(authorize.headers.get('location') ?? '');
    expect(asked.searchParams.get('scope')).toBe('openid email profile');
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    const atIssuer = await fetch(asked, { redirect: 'manual' });
    const back = await followToSite(atIssuer.headers.get('location') ?? '');
    const exchanged = await client.exchangeCodeForSession(back.searchParams.get('code') ?? '');
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user).toMatchObject({
      email: 'oidc@players.example',
      app_metadata: { provider: 'clubhouse' },
      user_metadata: { full_name: 'Oidc Person', iss: issuer.url, provider_id: 'person-1' },
    });
  });

  it('says so when the issuer cannot be reached', async () => {
    const response = await harness.request('/authorize?provider=dead');
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({ code: 'provider_unreachable' });
  });
});

describe('signing in by an id_token', () => {
  const person = { sub: 'person-2', email: 'token@players.example', email_verified: true };

  it('takes one of its issuer', async () => {
    const token = await issuer.sign(person);
    const { data, error } = await harness
      .createClient()
      .signInWithIdToken({ provider: 'google', token });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ email: 'token@players.example' });
    const byIssuer = await grant({
      id_token: token,
      client_id: 'our-client',
      issuer: issuer.url,
    });
    expect(byIssuer.status).toBe(200);
  });

  it('refuses one of another issuer, whatever it says', async () => {
    await using other = await createFakeIssuer('our-client');
    const foreign = await other.sign({ ...person, iss: issuer.url });
    const response = await grant({ id_token: foreign, provider: 'google' });
    expect(await response.json()).toMatchObject({ error_description: 'Bad ID token' });
  });

  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

  it.each([
    ['the right nonce', { nonce: sha256('n') }, { nonce: 'n' }, 200, undefined],
    ['another nonce', { nonce: sha256('m') }, { nonce: 'n' }, 400, 'Nonces mismatch'],
    [
      'a nonce on one side',
      {},
      { nonce: 'n' },
      400,
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [
      'another audience',
      { aud: 'their-client' },
      {},
      400,
      'Unacceptable audience in id_token: [their-client]',
    ],
    ['another issuer', { iss: 'https://evil.example' }, {}, 400, 'Bad ID token'],
    ['no subject', { sub: undefined }, {}, 400, 'Bad ID token'],
    ['an old token', { exp: 1 }, {}, 400, 'Bad ID token'],
    ['another access token', { at_hash: 'x' }, { access_token: 'y' }, 400, 'Bad ID token'],
  ])('with %s', async (_case, claims, body, status, description) => {
    await using fresh = await createFakeIssuer('our-client');
    await using own = await createAuthHarness({
      external: {
        providers: { google: { clientIds: ['our-client'], clientSecret: 'x', url: fresh.url } },
      },
    });
    const response = await own.request('/token?grant_type=id_token', {
      method: 'POST',
      json: { id_token: await fresh.sign({ ...person, ...claims }), provider: 'google', ...body },
    });
    expect(response.status).toBe(status);
    if (description !== undefined) {
      expect(await response.json()).toMatchObject({ error_description: description });
    }
  });

  it('never takes one that is signed by what everybody may know', async () => {
    const forged = await new SignJWT({ ...person, iss: issuer.url, aud: 'our-client' })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode('shared'));
    const response = await grant({ id_token: forged, provider: 'google' });
    expect(await response.json()).toMatchObject({ error_description: 'Bad ID token' });
  });

  it.each([
    [{}, { error_description: 'id_token required' }],
    [{ id_token: 'x' }, { error_description: 'provider or client_id and issuer required' }],
    [{ id_token: 'x', provider: 'unknown' }, { code: 'provider_disabled' }],
    [{ id_token: 'x', provider: 'off' }, { code: 'provider_disabled' }],
    [{ id_token: 'x', provider: 'discord' }, { code: 'provider_disabled' }],
    [{ id_token: 'x', provider: 'google' }, { error_description: 'Bad ID token' }],
    [
      { id_token: 'x', provider: 'google', link_identity: true },
      { error_description: 'Linking requires a valid user access token in Authorization' },
    ],
  ])('refuses %j', async (json, expected) => {
    const response = await grant(json);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject(expected);
  });
});
