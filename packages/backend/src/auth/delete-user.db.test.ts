import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAccount, deleteUser, softDeleteUser } from './delete-user.ts';
import { createIdentity } from './identities.ts';
import type { User } from './rows.ts';
import { createUser, getUserById, updateUser } from './users.ts';

/** What is left of somebody who is deleted. */

let own: TestDatabase;
const now = new Date('2026-11-20T19:00:00.000Z');
const later = new Date('2026-11-20T20:00:00.000Z');

beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

let made = 0;

const rows = [
  'insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)',
  `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
   values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
  `insert into auth.webauthn_credentials (user_id, credential_id, public_key)
   values ($1, gen_random_uuid()::text::bytea, 'k')`,
  `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
   values (gen_random_uuid(), $1, 'recovery_token', gen_random_uuid()::text, 'x')`,
  `insert into auth.flow_state (id, user_id, provider_type, authentication_method)
   values (gen_random_uuid(), $1, 'email', 'otp')`,
];
const tables = ['sessions', 'mfa_factors', 'webauthn_credentials', 'one_time_tokens', 'flow_state'];

/** Somebody with all that an account may have. */
async function add(): Promise<User> {
  const name = `gone${++made}`;
  const { id } = await createUser(own.database, {
    email: `${name}@a.example`,
    phone: `1555000${1000 + made}`,
    audience: 'authenticated',
    role: 'authenticated',
    encryptedPassword: 'a hash',
    appMetadata: { team: 'x' },
    userMetadata: { full_name: 'Ann' },
    now,
  });
  const data = { sub: `there-${name}`, email: `${name}@there.example` };
  await createIdentity(own.database, { userId: id, provider: 'discord', data, now });
  for (const row of rows) {
    await own.database.query(row, [id]);
  }
  const secrets = {
    ...{ email_change: 'new@a.example', phone_change: '15559990000', recovery_token: `r${made}` },
    ...{ confirmation_token: `c${made}`, email_change_token_current: `o${made}` },
    ...{ email_change_token_new: `n${made}`, phone_change_token: `p${made}` },
    ...{ reauthentication_token: `a${made}` },
  };
  return updateUser(own.database, id, { changes: secrets, now });
}

/** How many rows of each table are somebody's. */
async function count(userId: string): Promise<number[]> {
  const counts = [];
  for (const table of tables) {
    const found = await own.database.query(`select from auth.${table} where user_id = $1`, [
      userId,
    ]);
    counts.push(found.length);
  }
  return counts;
}

it('is nothing, also of the sign-ins that they had begun', async () => {
  const [user, bystander] = [await add(), await add()];
  await own.database.transaction((transaction) => deleteUser(transaction, user));
  expect(await count(user.id)).toEqual([0, 0, 0, 0, 0]);
  expect(await count(bystander.id)).toEqual([1, 1, 1, 1, 1]);
  expect(await getUserById(own.database, bystander.id)).toEqual(bystander);
});

describe('softly', () => {
  it('is a row by which nobody is known or let in', async () => {
    const [user, bystander] = [await add(), await add()];
    await own.database.transaction((transaction) => softDeleteUser(transaction, user, later));
    expect(await count(user.id)).toEqual([0, 0, 0, 0, 0]);
    const left = await getUserById(own.database, user.id);
    expect(left).toMatchObject({
      email: expect.stringMatching(/^[\w-]{43}$/),
      phone: expect.stringMatching(/^[\w-]{15}$/),
      ...{ email_change: '', phone_change: '', encrypted_password: null },
      ...{ confirmation_token: '', recovery_token: '', reauthentication_token: '' },
      ...{ email_change_token_current: '', email_change_token_new: '', phone_change_token: '' },
      deleted_at: later,
      updated_at: later,
    });
    expect([left.raw_user_meta_data, left.raw_app_meta_data]).toEqual([{}, {}]);
    expect(left.identities).toMatchObject([
      { identity_data: {}, email: null, provider: 'discord' },
    ]);
    expect(left.identities[0]?.provider_id).toMatch(/^[\w-]{43}$/);
    expect(await count(bystander.id)).toEqual([1, 1, 1, 1, 1]);
    expect(await getUserById(own.database, bystander.id)).toEqual(bystander);
  });

  it('is no contact where there was none', async () => {
    const user = await add();
    const changes = { email: null, phone: null };
    const bare = await updateUser(own.database, user.id, { changes, now });
    await own.database.transaction((transaction) => softDeleteUser(transaction, bare, later));
    const left = await getUserById(own.database, user.id);
    expect([left.email, left.phone]).toEqual([null, null]);
  });
});

it('at their own wish is in the log by their id alone', async () => {
  const [user, bystander] = [await add(), await add()];
  for (const { id } of [user, bystander]) {
    const payload = {
      actor_id: id,
      actor_username: 'a',
      actor_name: 'b',
      traits: {},
      action: 'login',
    };
    await own.database.query(
      `insert into auth.audit_log_entries (id, payload, ip_address, created_at)
       values (gen_random_uuid(), $1::json, '192.0.2.1', $2)`,
      [JSON.stringify(payload), now],
    );
  }
  await own.database.transaction((transaction) => deleteAccount(transaction, user.id, later));
  const read = (id: string) =>
    own.database.query(
      `select payload, ip_address from auth.audit_log_entries
       where payload ->> 'actor_id' = $1 order by created_at`,
      [id],
    );
  expect(await read(user.id)).toEqual([
    { payload: { actor_id: user.id, action: 'login' }, ip_address: '' },
    {
      payload: {
        actor_id: user.id,
        actor_via_sso: false,
        action: 'user_deleted',
        log_type: 'team',
      },
      ip_address: '',
    },
  ]);
  expect(await read(bystander.id)).toMatchObject([
    { payload: { actor_username: 'a', actor_name: 'b', traits: {} }, ip_address: '192.0.2.1' },
  ]);
  expect(await count(user.id)).toEqual([0, 0, 0, 0, 0]);
});
