import { DatabaseUnavailable } from '@muster/database';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { findClaims, signAccessToken, verifyAccessToken } from './access-token.ts';
import type { AuthKey, AuthKeys } from './keys.ts';

/** Which tokens are believed, for how long, and what is said of others. */

const secret = new TextEncoder().encode('a secret of the league that is long enough');
const at = (seconds: number) => new Date(seconds * 1000);
const toKey = (kid: string): AuthKey => ({
  kid,
  algorithm: 'HS256',
  key: new TextEncoder().encode(`the key ${kid} that is long enough to sign with`),
});

/** Keys of which some are known by name; the first of these signs. */
function open(...named: AuthKey[]) {
  const known = new Map(named.map((key) => [key.kid ?? '', key]));
  const signing = named[0] ?? { kid: null, algorithm: 'HS256', key: secret };
  const keys: AuthKeys = {
    secret,
    sealing: { id: 'muster', key: Buffer.alloc(32) },
    getSigningKey: async () => signing,
    findVerificationKey: async (kid) => known.get(kid) ?? null,
    listPublicKeys: async () => [],
  };
  return { keys, known };
}

const refusal = (reason: string) => ({
  status: 403,
  code: 'bad_jwt',
  message: `invalid JWT: unable to parse or verify signature, ${reason}`,
});
const expired = refusal('token has invalid claims: token is expired');
const forged = refusal('token signature is invalid: signature is invalid');
const malformed = refusal('token is malformed: token contains an invalid number of segments');

describe('a token', () => {
  it('is good until its last second, however often it was good before', async () => {
    const { keys } = open();
    const token = await signAccessToken(keys, { sub: 'ann', exp: 2000 });
    for (const seconds of [1000, 1999, 1999.999]) {
      expect(await verifyAccessToken(keys, token, at(seconds))).toEqual({ sub: 'ann', exp: 2000 });
    }
    await expect(verifyAccessToken(keys, token, at(2000))).rejects.toMatchObject(expired);
    const other = await signAccessToken(keys, { sub: 'bea', exp: 2000 });
    await expect(verifyAccessToken(keys, other, at(2000))).rejects.toMatchObject(expired);
    // A key of the service has no end.
    const endless = await signAccessToken(keys, { role: 'service_role' });
    for (const seconds of [1000, 9_999_999_999]) {
      expect((await verifyAccessToken(keys, endless, at(seconds))).role).toBe('service_role');
    }
  });

  it('is no longer good when the key that signed it is none of ours any more', async () => {
    const { keys, known } = open(toKey('one'));
    const token = await signAccessToken(keys, { sub: 'ann' });
    expect(await verifyAccessToken(keys, token)).toEqual({ sub: 'ann' });
    known.delete('one');
    await expect(verifyAccessToken(keys, token)).rejects.toMatchObject(forged);
    // Another key of that name has not signed it either.
    known.set('one', { ...toKey('two'), kid: 'one' });
    await expect(verifyAccessToken(keys, token)).rejects.toMatchObject(forged);
  });

  it('is verified by the secret where it names no key, or one that nobody knows', async () => {
    const { keys } = open(toKey('one'));
    for (const header of [{}, { kid: 'unknown' }]) {
      const sign = (key: Uint8Array) =>
        new SignJWT({ sub: 'ann' }).setProtectedHeader({ alg: 'HS256', ...header }).sign(key);
      expect(await verifyAccessToken(keys, await sign(secret))).toEqual({ sub: 'ann' });
      const other = new TextEncoder().encode('another secret that is long enough too');
      await expect(verifyAccessToken(keys, await sign(other))).rejects.toMatchObject(forged);
    }
  });

  it('with another algorithm than its key has is none', async () => {
    const one = { ...toKey('one'), key: Buffer.alloc(64, 1) };
    const { keys } = open(one);
    const sign = (alg: string, kid?: string) =>
      new SignJWT({ sub: 'ann' })
        .setProtectedHeader(kid === undefined ? { alg } : { alg, kid })
        .sign(one.key);
    expect(await verifyAccessToken(keys, await sign('HS256', 'one'))).toEqual({ sub: 'ann' });
    await expect(verifyAccessToken(keys, await sign('HS512', 'one'))).rejects.toMatchObject(
      malformed,
    );
    await expect(verifyAccessToken(keys, await sign('HS512'))).rejects.toMatchObject(
      refusal('unrecognized JWT kid <nil> for algorithm HS512'),
    );
    await expect(verifyAccessToken(keys, await sign('HS384', 'two'))).rejects.toMatchObject(
      refusal('unrecognized JWT kid two for algorithm HS384'),
    );
  });

  it.each(['', 'x', 'x.y', 'x.y.z', 'a.b.c.d'])(
    'that is none is said to be none: %j',
    async (text) => {
      await expect(verifyAccessToken(open().keys, text)).rejects.toMatchObject(malformed);
    },
  );

  it('says by which key it was signed, where the key has a name', async () => {
    const toHeader = async (keys: AuthKeys) =>
      JSON.parse(atob((await signAccessToken(keys, {})).split('.')[0] ?? ''));
    expect(await toHeader(open().keys)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const named = { alg: 'HS256', typ: 'JWT', kid: 'one' };
    expect(await toHeader(open(toKey('one')).keys)).toEqual(named);
  });
});

describe('a visitor', () => {
  it('is whoever brings a bad token', async () => {
    const { keys } = open();
    const token = await signAccessToken(keys, { sub: 'ann' });
    expect(await findClaims(keys, token)).toEqual({ sub: 'ann' });
    expect(await findClaims(keys, `${token}x`)).toBeNull();
  });

  it('is not who brings one while nobody can say whether it is good', async () => {
    const { keys } = open(toKey('one'));
    const token = await signAccessToken(keys, { sub: 'ann' });
    const away = new DatabaseUnavailable('busy', 'full');
    const asking: AuthKeys = { ...keys, findVerificationKey: () => Promise.reject(away) };
    await expect(findClaims(asking, token)).rejects.toBe(away);
    await expect(verifyAccessToken(asking, token)).rejects.toBe(away);
  });
});
