import { connect, type Database } from '@muster/database';
import { decodeProtectedHeader, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAuth } from './create-auth.ts';
import { loadAuthKeys, loadSealingKey, rotateSigningKey, signingAlgorithms } from './keys.ts';
import { type AuthHarness, type Client, createAuthHarness } from './testing/auth-harness.ts';

let harness: AuthHarness;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  harness = await createAuthHarness({
    external: { anonymousUsers: { enabled: true } },
    jwt: { expirySeconds: 604_800 },
  });
});

afterAll(async () => {
  vi.useRealTimers();
  await harness[Symbol.asyncDispose]();
});

/** Running servers read the keys again after half a minute. */
function waitUntilFollowed(milliseconds = 31_000) {
  vi.setSystemTime(Date.now() + milliseconds);
}

async function signIn(): Promise<{ client: Client; token: string; refreshToken: string }> {
  const client = harness.createClient();
  const { data, error } = await client.signInAnonymously();
  if (error || !data.session) {
    throw error ?? new Error('no session');
  }
  const { access_token: token, refresh_token: refreshToken } = data.session;
  return { client, token, refreshToken };
}

function kidOf(token: string): string | undefined {
  return decodeProtectedHeader(token).kid;
}

async function listShown(): Promise<{ kid: string; alg: string }[]> {
  const { keys } = await (await harness.request('/.well-known/jwks.json')).json();
  return keys;
}

it('has keys of 256 bits, where they are no pair', async () => {
  const { key } = await loadSealingKey(harness.database);
  const kid = await rotateSigningKey(harness.database, 'HS256');
  const [row] = await harness.database.query<{ value: string }>(
    `select value from private.secrets where name = 'jwt_signing_keys'`,
  );
  const stored: { kid: string; k: string }[] = JSON.parse(row?.value ?? '');
  const made = stored.find((one) => one.kid === kid);
  expect([key.length, Buffer.from(made?.k ?? '', 'base64url').length]).toEqual([32, 32]);
  await harness.database.query(`delete from private.secrets where name = 'jwt_signing_keys'`);
});

describe('rotating the key that signs', () => {
  it('leaves sessions alive, whichever key signed them', async () => {
    const first = await signIn();
    expect(decodeProtectedHeader(first.token)).toMatchObject({ alg: 'HS256' });
    const sessions = [first];
    for (const algorithm of signingAlgorithms) {
      const kid = await rotateSigningKey(harness.database, algorithm);
      waitUntilFollowed();
      const session = await signIn();
      expect(decodeProtectedHeader(session.token)).toMatchObject({ alg: algorithm, kid });
      sessions.push(session);
    }
    for (const { client, token } of sessions) {
      expect((await client.getUser()).error).toBeNull();
      expect((await client.getClaims(token)).data?.claims.is_anonymous).toBe(true);
      const { data, error } = await client.refreshSession();
      expect(error).toBeNull();
      expect(kidOf(data.session?.access_token ?? '')).toBe(kidOf(sessions.at(-1)?.token ?? ''));
    }
  });

  it('shows the public halves of what may be asymmetric, and nothing else of a key', async () => {
    const kid = await rotateSigningKey(harness.database, 'ES256');
    await rotateSigningKey(harness.database, 'HS256');
    waitUntilFollowed();
    const shown = await listShown();
    expect(shown.map((key) => key.kid)).toContain(kid);
    expect(shown.every(({ alg }) => alg !== 'HS256')).toBe(true);
    const names = new Set(shown.flatMap((key) => Object.keys(key)));
    const allowed = ['kty', 'kid', 'alg', 'use', 'key_ops', 'crv', 'x', 'y', 'n', 'e'];
    expect([...names].filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it('is followed by another process at the first token that it does not know', async () => {
    const database = connect(harness.databaseUrl);
    const other = createAuth({ database, keys: await loadAuthKeys({ database }) });
    const kid = await rotateSigningKey(harness.database, 'RS256');
    waitUntilFollowed();
    const { token } = await signIn();
    expect(kidOf(token)).toBe(kid);
    const answer = await other.request('/user', { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
    await database.close();
  });

  it('forgets a key when nothing that it signed can be valid', async () => {
    const kid = await rotateSigningKey(harness.database, 'ES256');
    await rotateSigningKey(harness.database, 'ES256');
    waitUntilFollowed(8 * 86_400_000);
    expect((await listShown()).map((key) => key.kid)).toContain(kid);
    await rotateSigningKey(harness.database, 'ES256');
    waitUntilFollowed(31_000);
    expect((await listShown()).map((key) => key.kid)).not.toContain(kid);
  });

  it('never lets a public key pass for a shared secret', async () => {
    const { token } = await signIn();
    const claims = JSON.parse(atob(token.split('.')[1] ?? ''));
    const kid = await rotateSigningKey(harness.database, 'ES256');
    waitUntilFollowed();
    const [key] = (await listShown()).filter((shown) => shown.kid === kid);
    const forged = await new SignJWT({ ...claims, role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', kid })
      .sign(new TextEncoder().encode(JSON.stringify(key)));
    const answer = await harness.request('/admin/users', {
      headers: { authorization: `Bearer ${forged}` },
    });
    expect(answer.headers.get('x-sb-error-code')).toBe('bad_jwt');
  });

  it('is asked for once a second at most, however many tokens name keys that nobody knows', async () => {
    let reads = 0;
    const { database } = harness;
    const counting: Database = {
      ...database,
      query: (text, values) => {
        reads += Number(text.includes('private.secrets'));
        return database.query(text, values);
      },
    };
    const keys = await loadAuthKeys({ database: counting, jwtSecret: 'given' });
    const find = async (wait: number) => {
      vi.setSystemTime(Date.now() + wait);
      reads = 0;
      await keys.findVerificationKey('unknown');
      return reads;
    };
    expect([await find(1000), await find(1), await find(0), await find(1000)]).toEqual([
      0, 1, 0, 0,
    ]);
    const sign = async (wait: number) => {
      vi.setSystemTime(Date.now() + wait);
      reads = 0;
      await keys.getSigningKey();
      await keys.listPublicKeys();
      return reads;
    };
    // What is read half a minute ago is good enough to sign by.
    expect([await sign(29_000), await sign(1), await sign(30_000)]).toEqual([0, 1, 0]);
  });
});
