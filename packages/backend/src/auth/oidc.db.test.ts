import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { createFakeIssuer, type FakeIssuer } from './testing/fake-issuer.ts';
import { post } from './testing/requests.ts';

let harness: AuthHarness;
let issuer: FakeIssuer;

beforeAll(async () => {
  issuer = await createFakeIssuer('our-client');
  const client = { clientIds: ['our-client'], clientSecret: 'shared', url: issuer.url };
  harness = await createAuthHarness({
    external: {
      providers: {
        google: client,
        off: { ...client, oidc: true, enabled: false },
      },
    },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

const grant = (json: unknown) => post(harness, '/token?grant_type=id_token', json);

/** What no true provider would sign; what one does sign is in `oidc-provider.db.test.ts`. */
describe('an id_token that lies', () => {
  const person = { sub: 'person-2', email: 'token@players.example', email_verified: true };

  it('refuses one of another issuer, whatever it says', async () => {
    await using other = await createFakeIssuer('our-client');
    const foreign = await other.sign({ ...person, iss: issuer.url });
    const response = await grant({ id_token: foreign, provider: 'google' });
    expect(await response.json()).toMatchObject({ error_description: 'Bad ID token' });
  });

  it.each([
    ['what it must', {}, {}, 200],
    ['another issuer', { iss: 'https://evil.example' }, {}, 400],
    ['no subject', { sub: undefined }, {}, 400],
    ['no end', { exp: undefined }, {}, 400],
    ['an end that has passed', { exp: 1 }, {}, 400],
    ['the hash of another access token', { at_hash: 'x' }, { access_token: 'y' }, 400],
  ])('that says %s', async (_case, claims, body, status) => {
    const token = await issuer.sign({ ...person, ...claims });
    const response = await grant({ id_token: token, provider: 'google', ...body });
    expect(response.status).toBe(status);
    if (status === 200) {
      return;
    }
    expect(await response.json()).toMatchObject({ error_description: 'Bad ID token' });
  });

  it.each([
    ['ES256', 'sha256', 'sha384'],
    ['ES384', 'sha384', 'sha256'],
    ['RS512', 'sha512', 'sha256'],
    // An algorithm whose name has no number hashes by SHA-512.
    ['EdDSA', 'sha512', 'sha256'],
  ])(
    'that is signed by %s and has half of its access token’s %s, not of its %s',
    async (alg, right, wrong) => {
      await using signer = await createFakeIssuer('our-client', alg);
      await using own = await createAuthHarness({
        external: {
          providers: { google: { clientIds: ['our-client'], clientSecret: 'x', url: signer.url } },
        },
      });
      const ask = async (digest: Buffer) => {
        const half = digest.subarray(0, digest.length / 2).toString('base64url');
        const json = {
          ...{ id_token: await signer.sign({ ...person, at_hash: half }), provider: 'google' },
          access_token: 'opaque',
        };
        return (await post(own, '/token?grant_type=id_token', json)).status;
      };
      expect(await ask(createHash(right).update('opaque').digest())).toBe(200);
      expect(await ask(createHash(right).update('another').digest())).toBe(400);
      expect(await ask(createHash(wrong).update('opaque').digest())).toBe(400);
    },
  );

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

  it('is good until its last second by the league’s clock, and not after it', async () => {
    await using own = await createAuthHarness({
      external: {
        providers: { google: { clientIds: ['our-client'], clientSecret: 'x', url: issuer.url } },
      },
    });
    own.stopClock();
    const exp = Math.floor(own.now().getTime() / 1000) + 60;
    const token = await issuer.sign({ ...person, exp });
    const ask = async () => {
      const json = { id_token: token, provider: 'google' };
      return (await post(own, '/token?grant_type=id_token', json)).status;
    };
    own.advance(59);
    expect(await ask()).toBe(200);
    own.advance(1);
    expect(await ask()).toBe(400);
  });
});
