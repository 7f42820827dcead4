import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';

/** Who gets a code, and who an account with it. */

let harness: AuthHarness;
let free: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({ external: { phone: { enabled: true } } });
  free = await createAuthHarness({
    external: { phone: { enabled: true } },
    mailer: { autoconfirm: true },
    sms: { autoconfirm: true },
  });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await free[Symbol.asyncDispose]();
});

let made = 0;
const newEmail = () => `code${++made}@players.example`;
const newPhone = () => `1555900${String(++made).padStart(4, '0')}`;

async function ask(of: AuthHarness, path: string, json: object) {
  const answer = await post(of, path, json);
  return { status: answer.status, body: await answer.json() };
}

it('the older name makes an account whatever is said', async () => {
  const email = newEmail();
  const refused = await ask(harness, '/otp', { email, create_user: false });
  expect([refused.status, refused.body.code]).toEqual([422, 'otp_disabled']);
  expect((await ask(harness, '/magiclink', { email, create_user: false })).status).toBe(200);
  expect(harness.mails.at(-1)).toMatchObject({ to: email, kind: 'confirmation' });
});

it('a number is no more let in where no account is wanted', async () => {
  const phone = newPhone();
  const refused = await ask(harness, '/otp', { phone, create_user: false });
  expect([refused.status, refused.body.code]).toEqual([422, 'otp_disabled']);
  expect(harness.texts).toEqual([]);
});

it('where nothing has to be proved a new person gets the code of one who is known', async () => {
  const email = newEmail();
  const data = { colour: 'red' };
  expect(await ask(free, '/otp', { email, data })).toEqual({ status: 200, body: {} });
  expect(free.mails).toMatchObject([{ to: email, kind: 'magic_link' }]);
  const token = free.mails[0]?.code;
  const entered = await ask(free, '/verify', { type: 'magiclink', email, token });
  expect(entered.body.user).toMatchObject({ email, user_metadata: data });

  const phone = newPhone();
  const { body } = await ask(free, '/otp', { phone });
  expect(body).toEqual({ message_id: 'message-1' });
  const text = { type: 'sms', phone, token: free.texts[0]?.code };
  expect((await ask(free, '/verify', text)).body.user.phone).toBe(phone);
});

it('who is known gets one where no account is wanted', async () => {
  const email = newEmail();
  const key = bearer(await harness.serviceRoleKey());
  await post(harness, '/admin/users', { email, email_confirm: true }, key);
  expect((await ask(harness, '/otp', { email, create_user: false })).status).toBe(200);
  expect(harness.mails.at(-1)).toMatchObject({ to: email, kind: 'magic_link' });
  const [entry] = await harness.database.query<{ payload: object }>(
    'select payload from auth.audit_log_entries order by ctid desc limit 1',
  );
  expect(entry?.payload).toMatchObject({ action: 'user_recovery_requested' });
});

it('a text that was asked for is written down with its way', async () => {
  const phone = newPhone();
  const key = bearer(await harness.serviceRoleKey());
  await post(harness, '/admin/users', { phone, phone_confirm: true }, key);
  await ask(harness, '/otp', { phone, channel: 'whatsapp' });
  const [entry] = await harness.database.query<{ payload: object }>(
    'select payload from auth.audit_log_entries order by ctid desc limit 1',
  );
  expect(entry?.payload).toMatchObject({
    action: 'user_recovery_requested',
    traits: { channel: 'whatsapp' },
  });
});
