import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';

/** To which contact the code goes by which somebody shows that it is still them. */

const password = 'correct horse';
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
  });
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;

/** Somebody with what is said of their contacts; they enter by one that is proved. */
async function join(contacts: { email?: boolean; phone?: boolean }) {
  const number = String(++made).padStart(4, '0');
  const email = `again${number}@players.example`;
  const phone = `1555600${number}`;
  const json = {
    password,
    ...(contacts.email === undefined ? {} : { email, email_confirm: contacts.email }),
    ...(contacts.phone === undefined ? {} : { phone, phone_confirm: contacts.phone }),
  };
  const key = bearer(await harness.serviceRoleKey());
  const { id } = await (await post(harness, '/admin/users', json, key)).json();
  const by = contacts.email ? { email } : { phone };
  const answer = await post(harness, '/token?grant_type=password', { ...by, password });
  return { id, email, phone, headers: bearer((await answer.json()).access_token) };
}

/** What is answered, and to whom something went. */
async function ask(headers: Record<string, string>) {
  const before = [harness.mails.length, harness.texts.length];
  const answer = await harness.request('/reauthenticate', { headers });
  return {
    status: answer.status,
    body: await answer.json(),
    sent: [
      ...harness.mails.slice(before[0]).map(({ kind, to }) => [kind, to]),
      ...harness.texts.slice(before[1]).map(({ phone, channel }) => [channel, phone]),
    ],
  };
}

it('it goes to the address where there is one', async () => {
  const { email, headers } = await join({ email: true, phone: true });
  expect(await ask(headers)).toEqual({
    status: 200,
    body: {},
    sent: [['reauthentication', email]],
  });
});

it('it goes to the address where the number was never proved', async () => {
  const { email, headers } = await join({ email: true, phone: false });
  expect((await ask(headers)).sent).toEqual([['reauthentication', email]]);
});

it('it goes to the number where there is no address', async () => {
  const { phone, headers } = await join({ phone: true });
  expect(await ask(headers)).toEqual({
    status: 200,
    body: { message_id: `message-${harness.texts.length}` },
    sent: [['sms', phone]],
  });
});

it('it goes nowhere where the address was never proved, whatever the number is', async () => {
  const { headers } = await join({ email: false, phone: true });
  const { status, body, sent } = await ask(headers);
  expect([status, body.code, sent]).toEqual([422, 'email_not_confirmed', []]);
});

it('it goes nowhere where the number is not proved any more', async () => {
  const { id, headers } = await join({ phone: true });
  await harness.database.query('update auth.users set phone_confirmed_at = null where id = $1', [
    id,
  ]);
  const { status, body, sent } = await ask(headers);
  expect([status, body.code, sent]).toEqual([422, 'phone_not_confirmed', []]);
});

it('it goes nowhere where there is neither', async () => {
  const { access_token: token } = await (await post(harness, '/signup', {})).json();
  const { status, body, sent } = await ask(bearer(token));
  expect([status, body.code, sent]).toEqual([400, 'validation_failed', []]);
});
