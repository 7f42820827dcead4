import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../password-hash.ts';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post, refresh } from '../testing/requests.ts';

/** Passwords and hashes that an administrator gives; all else of these calls is in `admin-users.db.test.ts` above. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
const newEmail = () => `hashed${++made}@players.example`;
const password = 'correct horse';

async function send(method: string, path: string, json: object) {
  const headers = bearer(await harness.serviceRoleKey());
  const answer = await harness.request(path, { method, headers, json });
  return { status: answer.status, body: await answer.json() };
}

async function enter(email: string, typed: string) {
  const answer = await post(harness, '/token?grant_type=password', { email, password: typed });
  return { status: answer.status, body: await answer.json() };
}

it('nobody has a password and a hash of one', async () => {
  const email = newEmail();
  const json = { email, password, password_hash: await hashPassword('another horse') };
  const refused = await send('POST', '/admin/users', json);
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
  const rows = await harness.database.query('select from auth.users where email = $1', [email]);
  expect(rows).toEqual([]);
});

it('somebody is given another password by its hash, and signs in anew', async () => {
  const email = newEmail();
  const { body } = await send('POST', '/admin/users', { email, password, email_confirm: true });
  const { body: opened } = await enter(email, password);
  const path = `/admin/users/${body.id}`;
  const refused = await send('PUT', path, { password_hash: 'plain' });
  expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
  const weak = await send('PUT', path, { password: 'short' });
  expect([weak.status, weak.body.code]).toEqual([422, 'weak_password']);
  expect((await refresh(harness, opened.refresh_token)).status).toBe(200);
  await send('PUT', path, { password_hash: await hashPassword('another horse') });
  expect((await refresh(harness, opened.refresh_token)).status).toBe(400);
  expect((await enter(email, password)).status).toBe(400);
  expect((await enter(email, 'another horse')).status).toBe(200);
});

it('what was only wanted of a removal is done, and of a body that is none nothing', async () => {
  const email = newEmail();
  const { body } = await send('POST', '/admin/users', { email });
  const refused = await send('DELETE', `/admin/users/${body.id}`, { should_soft_delete: 'no' });
  expect([refused.status, refused.body.code]).toEqual([400, 'bad_json']);
  const removed = await send('DELETE', `/admin/users/${body.id}`, {});
  expect(removed).toEqual({ status: 200, body: {} });
});
