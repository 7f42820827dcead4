import { DatabaseUnavailable } from '@muster/database';
import { expect, test } from 'vitest';
import { identify, toExpiryMessage } from './caller.ts';

const verify = (claims: Record<string, unknown>) => async () => claims;
const refuse = (thrown: unknown) => async () => {
  throw thrown;
};

test('who brings no token is nobody in particular, without an end', async () => {
  const found = await identify(null, refuse(new Error('not asked')));
  expect(found).toEqual({ role: 'anon', claims: { role: 'anon' }, until: null });
});

test.each(['anon', 'authenticated', 'service_role'])(
  'a %s speaks until the token is over',
  async (role) => {
    const claims = { role, sub: 'ann', exp: 2_000 };
    expect(await identify('token', verify(claims))).toEqual({ role, claims, until: 2_000_000 });
  },
);

test.each([
  [{ role: 'postgres', exp: 2_000 }],
  [{ exp: 2_000 }],
  [{ role: 'anon' }],
  [{ role: 'anon', exp: '2000' }],
])('nobody speaks by a token that says %j', async (claims) => {
  expect(await identify('token', verify(claims))).toMatchObject({ code: 'InvalidJWTToken' });
});

test.each([
  ['the database is away', new DatabaseUnavailable('away', 'away'), 'UnableToConnectToProject'],
  ['it was signed by another', new Error('the signature is invalid'), 'JwtSignatureError'],
  ['it is none', new Error('broken'), 'MalformedJWT'],
  ['what is thrown is no error', 'broken', 'MalformedJWT'],
])('where %s, its client reads why', async (_what, thrown, code) => {
  expect(await identify('token', refuse(thrown))).toMatchObject({ code });
});

test('how long a token has been over is said in whole seconds', async () => {
  expect(toExpiryMessage(10_000, 10_999)).toBe('Token has expired 0 seconds ago');
  expect(toExpiryMessage(10_000, 11_000)).toBe('Token has expired 1 seconds ago');
  expect(toExpiryMessage(10_000, 9_000)).toBe('Token has expired 0 seconds ago');
  const claims = Buffer.from(`{"exp":${Math.floor(Date.now() / 1000) - 600}}`).toString(
    'base64url',
  );
  const found = await identify(`a.${claims}.c`, refuse(new Error('the token is expired')));
  expect(found).toMatchObject({
    code: 'InvalidJWTToken',
    message: expect.stringMatching(/^Token has expired 6\d\d seconds ago$/),
  });
});
