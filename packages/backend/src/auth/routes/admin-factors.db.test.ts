import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, signUp } from '../testing/requests.ts';

/** What an administrator does to somebody's second factor is written down, and its owner told. */

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true, notifications: { factorRemoved: true } },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

async function enrol() {
  const { client, user, email } = await signUp(harness);
  const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'First' });
  const id = data?.id ?? '';
  const send = async (method: string, json: unknown = {}) => {
    const answer = await harness.request(`/admin/users/${user.id}/factors/${id}`, {
      method,
      headers: bearer(await harness.serviceRoleKey()),
      json,
    });
    return answer.json();
  };
  const listEntries = () =>
    harness.database.query<{ payload: Record<string, unknown> }>(
      `select payload from auth.audit_log_entries
       where payload #>> '{traits,factor_id}' = $1 and payload ->> 'actor_username' = 'service_role'
       order by ctid`,
      [id],
    );
  return { id, user, email, send, listEntries };
}

it('each change is written down with whose factor it was', async () => {
  const { id, user, send, listEntries } = await enrol();
  await send('PUT', { friendly_name: 'Second' });
  await send('DELETE');
  const entries = (await listEntries()).map(({ payload }) => payload);
  expect(entries).toMatchObject([
    { action: 'factor_updated', log_type: 'factor', traits: { user_id: user.id, factor_id: id } },
    { action: 'factor_deleted', log_type: 'factor', traits: { user_id: user.id, factor_id: id } },
  ]);
});

it('a change says when it was, and an empty name is none', async () => {
  const { id, send } = await enrol();
  const before = harness.now().toISOString();
  harness.advance(60);
  const changed = await send('PUT', { friendly_name: 'Second' });
  expect(changed).toEqual({
    id,
    created_at: before,
    updated_at: harness.now().toISOString(),
    status: 'unverified',
    friendly_name: 'Second',
    factor_type: 'totp',
  });
  expect(await send('PUT', { friendly_name: '' })).toMatchObject({ friendly_name: 'Second' });
  // What goes is shown once more.
  expect(await send('DELETE')).toMatchObject({ id, friendly_name: 'Second' });
});

it.each([
  ['one that counted', 'verified', ['factor_removed']],
  ['and not of one that was only begun', 'unverified', []],
])('its owner hears of it where it was %s', async (_what, status, kinds) => {
  const { id, email, send } = await enrol();
  await harness.database.query('update auth.mfa_factors set status = $2 where id = $1', [
    id,
    status,
  ]);
  await send('DELETE');
  const told = harness.mails.filter(({ to }) => to === email).map(({ kind }) => kind);
  expect(told).toEqual(kinds);
});
