import { DatabaseUnavailable } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signAccessToken } from './auth/access-token.ts';
import { loadAuthKeys, rotateSigningKey } from './auth/keys.ts';
import { type Backend, createBackend } from './create-backend.ts';
import { createHostedVerifier } from './hosted-tokens.ts';
import { serve } from './testing/serve.ts';
import { signWithSecret } from './testing/world.ts';

const jwtSecret = 'a secret that is long enough for tests';

let given: TestDatabase;
let backend: Backend;
let server: Awaited<ReturnType<typeof serve>>;
/** What the services were asked, oldest first. */
const asked: string[] = [];

beforeAll(async () => {
  given = await createTestDatabase();
  backend = await createBackend({
    database: given.database,
    config: { jwtSecret, auth: { mailer: { autoconfirm: true } } },
  });
  server = await serve((request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    return backend.fetch(request, { clientAddress: '127.0.0.1' });
  });
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await backend?.close();
  await given?.[Symbol.asyncDispose]();
});

let people = 0;

/** Somebody new's access token, signed as the services sign now. */
async function signUp(): Promise<string> {
  people += 1;
  const answer = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    body: JSON.stringify({ email: `p${people}@league.test`, password: 'correct horse' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  asked.length = 0;
  return token;
}

function createVerifier(secret: string | null, url = server.url) {
  return createHostedVerifier({ url, anonKey: backend.apiKeys.anon, jwtSecret: secret });
}

test('a token of the shared secret is known without asking', async () => {
  const token = await signUp();
  expect(await createVerifier(jwtSecret)(token)).toEqual(decodeJwt(token));
  expect(await createVerifier('another secret, also long enough here')(token)).toBeNull();
  expect(asked).toEqual([]);
});

test('without the secret the auth service is asked, once for each token', async () => {
  const token = await signUp();
  const verify = createVerifier(null);
  expect(await verify(token)).toEqual(decodeJwt(token));
  expect(await verify(token)).toEqual(decodeJwt(token));
  expect(asked).toEqual(['GET /auth/v1/user']);
});

test('a token that somebody has signed themselves is none, and neither is one that is over', async () => {
  const keys = await loadAuthKeys({ database: given.database, jwtSecret });
  const foreign = await loadAuthKeys({ database: given.database, jwtSecret: 'x'.repeat(40) });
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: crypto.randomUUID(), role: 'authenticated', aud: 'authenticated' };
  const verify = createVerifier(null);
  asked.length = 0;
  expect(await verify(await signAccessToken(foreign, { ...claims, exp: now + 60 }))).toBeNull();
  expect(asked).toEqual(['GET /auth/v1/user']);
  expect(await verify(await signAccessToken(keys, { ...claims, exp: now - 1 }))).toBeNull();
  expect(await verify('no token at all')).toBeNull();
  expect(await verify('a.b.c')).toBeNull();
  expect(asked).toHaveLength(1);
});

test('while the services are away nothing is known of a token', async () => {
  const token = await signUp();
  const away = createVerifier(null, 'http://127.0.0.1:1');
  await expect(away(token)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await createVerifier(jwtSecret, 'http://127.0.0.1:1')(token)).toEqual(decodeJwt(token));
});

describe('an auth service that is somebody else’s', () => {
  /** It answers as it is told, and counts how often it was asked. */
  async function open() {
    const told = { status: 200, asked: 0 };
    const service = await serve(() => {
      told.asked += 1;
      const headers = told.status === 302 ? { location: `${server.url}/auth/v1/health` } : {};
      return new Response(null, { status: told.status, headers });
    });
    const end = () => service[Symbol.asyncDispose]();
    return { told, verify: createVerifier(null, service.url), [Symbol.asyncDispose]: end };
  }
  const sign = async (more: object = {}) => {
    const keys = await loadAuthKeys({ database: given.database, jwtSecret });
    const exp = Math.floor(Date.now() / 1000) + 3600;
    return signWithSecret(keys, { sub: crypto.randomUUID(), exp, ...more });
  };

  test.each([
    [200, 'known'],
    [400, 'none'],
    [401, 'none'],
    [403, 'none'],
    [404, 'none'],
    [429, 'away'],
    [499, 'none'],
    [500, 'away'],
    [503, 'away'],
    // Where it leads elsewhere, somebody else would answer.
    [302, 'away'],
  ])('that answers %i: the token is %s', async (status, expected) => {
    await using service = await open();
    service.told.status = status;
    const found = await service.verify(await sign()).then(
      (claims) => (claims === null ? 'none' : 'known'),
      (thrown) => (thrown instanceof DatabaseUnavailable ? 'away' : thrown),
    );
    expect([found, service.told.asked]).toEqual([expected, 1]);
  });

  test('is asked again of what it did not know, and not of what it knew until that is over', async () => {
    await using service = await open();
    const { told, verify } = service;
    const token = await sign();
    told.status = 401;
    expect([await verify(token), await verify(token), told.asked]).toEqual([null, null, 2]);
    told.status = 200;
    expect(await verify(token)).toEqual(decodeJwt(token));
    told.status = 401;
    const exp = Number(decodeJwt(token).exp) * 1000;
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(exp - 1);
      expect(await verify(token)).toEqual(decodeJwt(token));
      vi.setSystemTime(exp);
      expect(await verify(token)).toBeNull();
    } finally {
      vi.useRealTimers();
    }
    expect(told.asked).toBe(3);
  });

  test('is asked each time of a token of more than 4,096 characters', async () => {
    await using service = await open();
    const { told, verify } = service;
    const bare = (await sign({ sub: '', more: '' })).length;
    /** Three characters of text are four of the token. */
    const toToken = (length: number) => {
      const characters = Math.floor(((length - bare) * 3) / 4);
      return sign({ sub: '', more: 'x'.repeat(characters) });
    };
    const short = await toToken(4_096);
    const long = await toToken(4_100);
    expect([short.length <= 4_096, long.length > 4_096]).toEqual([true, true]);
    await verify(short);
    await verify(short);
    expect(told.asked).toBe(1);
    await verify(long);
    await verify(long);
    expect(told.asked).toBe(3);
  });

  test('is asked again of the oldest of 2,001 tokens, and of no other', async () => {
    await using service = await open();
    const { told, verify } = service;
    const tokens: string[] = [];
    for (let count = 0; count < 2_001; count += 1) {
      tokens.push(await sign());
    }
    for (const token of tokens) {
      await verify(token);
    }
    expect(told.asked).toBe(2_001);
    await verify(tokens[1] ?? '');
    await verify(tokens[2_000] ?? '');
    expect(told.asked).toBe(2_001);
    await verify(tokens[0] ?? '');
    expect(told.asked).toBe(2_002);
  });
});

test('a token of a key that the services publish is known by it', async () => {
  await rotateSigningKey(given.database, 'ES256');
  const keys = await loadAuthKeys({ database: given.database, jwtSecret });
  const now = Math.floor(Date.now() / 1000);
  const token = await signAccessToken(keys, { sub: crypto.randomUUID(), exp: now + 60 });
  asked.length = 0;
  const away = createVerifier(jwtSecret, 'http://127.0.0.1:1');
  await expect(away(token)).rejects.toBeInstanceOf(DatabaseUnavailable);
  await using fresh = await serveAnew();
  const verify = createVerifier(jwtSecret, fresh.url);
  expect(await verify(token)).toEqual(decodeJwt(token));
  expect(await verify(`${token.slice(0, -8)}AAAAAAAA`)).toBeNull();
});

/** The same services in a process that has just begun, and so has read the new key. */
async function serveAnew() {
  const begun = await createBackend({ database: given.database, config: { jwtSecret } });
  const own = await serve((request) => begun.fetch(request, { clientAddress: '127.0.0.1' }));
  return {
    url: own.url,
    async [Symbol.asyncDispose]() {
      await own[Symbol.asyncDispose]();
      await begun.close();
    },
  };
}
