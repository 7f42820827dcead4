import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createIdentity,
  listIdentitiesByEmail,
  removeUnconfirmedIdentities,
  saveContactIdentity,
  updateProviders,
} from './identities.ts';
import { createUser, getUserById } from './users.ts';

/** What becomes of an account and its ways in when one of them proves itself. */

let own: TestDatabase;
const now = new Date('2026-11-20T19:00:00.000Z');
const later = new Date('2026-11-20T20:00:00.000Z');

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

const add = (name: string, encryptedPassword: string | null = null) =>
  createUser(own.database, {
    email: `${name}@a.example`,
    phone: null,
    audience: 'authenticated',
    role: 'authenticated',
    encryptedPassword,
    appMetadata: {},
    userMetadata: { name: 'whoever began it' },
    now,
  });

const link = (userId: string, provider: string, more: { sub?: string; now?: Date } = {}) => {
  const data = { sub: more.sub ?? userId, email: `${userId}@${provider}.example` };
  return createIdentity(own.database, { userId, provider, data, now: more.now ?? now });
};

const ways = [
  `insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)`,
  `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
   values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
  `insert into auth.webauthn_credentials (user_id, credential_id, public_key)
   values ($1, gen_random_uuid()::text::bytea, 'k')`,
  `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
   values (gen_random_uuid(), $1, 'recovery_token', gen_random_uuid()::text, 'x')`,
];

/** How many ways into an account there are of each kind. */
async function count(userId: string) {
  const [row] = await own.database.query(
    `select (select count(*)::int from auth.sessions where user_id = $1) as sessions,
       (select count(*)::int from auth.mfa_factors where user_id = $1) as factors,
       (select count(*)::int from auth.webauthn_credentials where user_id = $1) as passkeys,
       (select count(*)::int from auth.one_time_tokens where user_id = $1) as tokens`,
    [userId],
  );
  return row;
}

describe('whoever proves an account that somebody else began', () => {
  it.each([
    ['discord', null],
    ['email', 'a hash'],
    ['phone', 'a hash'],
  ])('by %s leaves them no way in', async (provider, password) => {
    const user = await add(`began-${provider}`, 'a hash');
    const bystander = await add(`beside-${provider}`, 'a hash');
    for (const { id } of [user, bystander]) {
      await link(id, 'github');
      for (const way of ways) {
        await own.database.query(way, [id]);
      }
    }
    const identity = await link(user.id, provider);
    const left = await removeUnconfirmedIdentities(own.database, user, { identity, now: later });
    expect(left.identities.map((one) => one.provider)).toEqual([provider]);
    expect(left).toMatchObject({
      encrypted_password: password,
      raw_user_meta_data: identity.identity_data,
      raw_app_meta_data: { provider, providers: [provider] },
      updated_at: later,
    });
    expect(left.raw_user_meta_data).not.toHaveProperty('name');
    expect(await count(user.id)).toEqual({ sessions: 0, factors: 0, passkeys: 0, tokens: 0 });
    expect(await count(bystander.id)).toEqual({ sessions: 1, factors: 1, passkeys: 1, tokens: 1 });
    expect((await getUserById(own.database, bystander.id)).identities).toHaveLength(1);
  });
});

describe('the ways to know somebody', () => {
  it('stand in the order in which they came, the first of each kind counting, and then by name', async () => {
    const user = await add('many');
    await link(user.id, 'steam', { now: later });
    await link(user.id, 'github', { sub: 'one' });
    await link(user.id, 'discord');
    await link(user.id, 'github', { sub: 'two', now: later });
    const { raw_app_meta_data: metadata } = await updateProviders(own.database, user, later);
    expect(metadata).toEqual({ provider: 'discord', providers: ['discord', 'github', 'steam'] });
  });

  it('may be none, and then the last one that counted is still named', async () => {
    const user = await add('none');
    const named = { ...user, raw_app_meta_data: { provider: 'email', providers: ['email'], x: 1 } };
    const { raw_app_meta_data: metadata } = await updateProviders(own.database, named, later);
    expect(metadata).toEqual({ provider: 'email', providers: [], x: 1 });
  });

  it('by an address are found oldest first', async () => {
    const [first, second] = [await add('first'), await add('second')];
    const email = 'shared@a.example';
    for (const [id, at] of [
      [second.id, later],
      [first.id, now],
    ] as const) {
      const data = { sub: id, email };
      await createIdentity(own.database, { userId: id, provider: 'discord', data, now: at });
    }
    const found = await listIdentitiesByEmail(own.database, ['other@a.example', email]);
    expect(found.map(({ user_id }) => user_id)).toEqual([first.id, second.id]);
  });
});

describe('a contact that was proved', () => {
  const read = async (userId: string) =>
    (await getUserById(own.database, userId)).identities.map((one) => ({
      provider: one.provider,
      data: one.identity_data,
      updated: one.updated_at.toISOString(),
    }));

  it('is a way to know somebody from then on, and none beside it', async () => {
    const { id: userId } = await add('prover');
    const save = (contact: string, at: Date) =>
      saveContactIdentity(own.database, { userId, provider: 'phone', contact, now: at });
    await save('15550001111', now);
    const data = { sub: userId, email_verified: false, phone_verified: true };
    expect(await read(userId)).toEqual([
      { provider: 'phone', data: { ...data, phone: '15550001111' }, updated: now.toISOString() },
    ]);
    await save('15550002222', later);
    expect(await read(userId)).toEqual([
      { provider: 'phone', data: { ...data, phone: '15550002222' }, updated: later.toISOString() },
    ]);
  });
});
