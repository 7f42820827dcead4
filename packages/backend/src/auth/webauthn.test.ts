import { Hono } from 'hono';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { type AuthConfigInput, resolveAuthConfig } from './config.ts';
import type { Auth, AuthEnv } from './context.ts';
import type { User } from './rows.ts';
import { createSoftwareAuthenticator } from './testing/software-authenticator.ts';
import {
  CredentialBody,
  createAuthenticationOptions,
  createRegistrationOptions,
  getRelyingParty,
  type RelyingParty,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts';

/** What a browser is asked to do with an authenticator, and which of its answers are taken. */

const site = 'https://league.test';
const party: RelyingParty = { id: 'league.test', name: 'League', origins: [site] };
const toAuth = (settings: AuthConfigInput = {}) =>
  ({ config: resolveAuthConfig(settings) }) as Auth;
const ann = { id: 'ann', email: 'ann@a.example', phone: '15550001111' };

describe('who asks', () => {
  const read = async (settings: AuthConfigInput): Promise<RelyingParty> => {
    const app = new Hono<AuthEnv>();
    app.get('/', (context) => context.json(getRelyingParty(toAuth(settings), context)));
    return (await app.request('http://localhost:5173/')).json();
  };

  it.each([
    [{}, { id: 'localhost', name: 'Muster', origins: ['http://localhost:5173'] }],
    [
      { siteUrl: 'https://league.test:8443/home' },
      { id: 'league.test', name: 'Muster', origins: ['https://league.test:8443'] },
    ],
    [
      {
        siteUrl: 'https://www.league.test',
        webauthn: { rpId: 'league.test', rpName: 'League', rpOrigins: ['https://app.test'] },
      },
      { id: 'league.test', name: 'League', origins: ['https://app.test'] },
    ],
  ])('with %j', async (settings, expected) => {
    expect(await read(settings)).toEqual(expected);
  });
});

const create = (user: object = {}, isDiscoverable = true, excluded: string[] = []) =>
  createRegistrationOptions(toAuth(), party, {
    user: { ...ann, ...user } as User,
    isDiscoverable,
    excluded,
  });

describe('to make a credential', () => {
  it('a browser has five minutes, and says nothing of what it is', async () => {
    expect(await create({}, true, ['YWJj'])).toMatchObject({
      rp: { id: 'league.test', name: 'League' },
      user: {
        id: Buffer.from('ann').toString('base64url'),
        name: 'ann@a.example',
        displayName: 'ann@a.example',
      },
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [{ id: 'YWJj' }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      pubKeyCredParams: [
        { alg: -7, type: 'public-key' },
        { alg: -257, type: 'public-key' },
      ],
    });
  });

  it('as a second factor it need not be found without a name', async () => {
    const { authenticatorSelection } = await create({}, false);
    expect(authenticatorSelection?.residentKey).toBe('preferred');
  });

  it.each([
    [{ email: null }, '15550001111'],
    [{ email: '', phone: '' }, 'ann'],
  ])('somebody with %j is called %s', async (user, name) => {
    expect((await create(user)).user).toMatchObject({ name, displayName: name });
  });
});

describe('to use a credential', () => {
  it('a browser has as long as the operator says, and offers whatever it holds', async () => {
    const auth = toAuth({ webauthn: { challengeExpirySeconds: 60 } });
    const options = await createAuthenticationOptions(auth, party, []);
    expect(options).toMatchObject({
      rpId: 'league.test',
      timeout: 60_000,
      userVerification: 'preferred',
    });
    expect(options.allowCredentials).toBeUndefined();
    const known = await createAuthenticationOptions(auth, party, ['YWJj']);
    expect(known.allowCredentials).toMatchObject([{ id: 'YWJj' }]);
  });
});

describe('an answer', () => {
  const failed = { status: 400, code: 'webauthn_verification_failed' };

  /** A credential that is new, as a browser brings it. */
  async function make(more: { transports?: unknown; origin?: string } = {}) {
    const authenticator = createSoftwareAuthenticator(more.origin ?? site);
    const options = await create();
    const made = authenticator.create({ ...options, rp: { id: party.id } });
    const credential = v.parse(CredentialBody, {
      ...made,
      response: { ...(made.response as object), transports: more.transports },
    });
    return { authenticator, credential, challenge: options.challenge };
  }

  it('makes a credential that is kept with the ways to it that are known', async () => {
    const { credential, challenge } = await make({
      transports: ['usb', 'carrier pigeon', 'hybrid'],
    });
    expect(await verifyRegistration(party, { credential, challenge })).toMatchObject({
      id: credential.id,
      counter: 1,
      transports: ['usb', 'hybrid'],
      aaguid: '00000000-0000-0000-0000-000000000000',
      attestationType: 'none',
      isBackupEligible: false,
      isBackedUp: false,
    });
  });

  it('that says nothing of the ways makes one without', async () => {
    const { credential, challenge } = await make();
    const { transports } = await verifyRegistration(party, { credential, challenge });
    expect(transports).toEqual([]);
  });

  it('to another question, from another site or for another one is refused', async () => {
    const { credential, challenge } = await make();
    const other = Buffer.from('another').toString('base64url');
    await expect(verifyRegistration(party, { credential, challenge: other })).rejects.toMatchObject(
      failed,
    );
    const elsewhere = { ...party, origins: ['https://evil.test'] };
    await expect(verifyRegistration(elsewhere, { credential, challenge })).rejects.toMatchObject(
      failed,
    );
    const named = { ...party, id: 'evil.test' };
    await expect(verifyRegistration(named, { credential, challenge })).rejects.toMatchObject(
      failed,
    );
  });

  it('by a credential moves its counter on, and none is taken twice', async () => {
    const { authenticator, credential, challenge } = await make();
    const stored = await verifyRegistration(party, { credential, challenge });
    const options = await createAuthenticationOptions(toAuth(), party, []);
    const used = v.parse(CredentialBody, authenticator.get({ ...options, rpId: party.id }));
    const verify = (counter: number, asked = options.challenge) =>
      verifyAssertion(party, {
        credential: used,
        challenge: asked,
        stored: { ...stored, counter },
      });
    expect(await verify(1)).toBe(2);
    await expect(verify(2)).rejects.toMatchObject(failed);
    await expect(verify(1, challenge)).rejects.toMatchObject(failed);
  });
});
