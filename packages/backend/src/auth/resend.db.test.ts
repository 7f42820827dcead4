import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post } from './testing/requests.ts';

/** What is sent once more, to whom, and what is sent to nobody. */

let harness: AuthHarness;
let key: Record<string, string>;

beforeAll(async () => {
  harness = await createAuthHarness({
    external: { phone: { enabled: true } },
    mailer: { maxFrequencySeconds: 0 },
    sms: { maxFrequencySeconds: 0 },
  });
  key = bearer(await harness.serviceRoleKey());
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
const newEmail = () => `resend${++made}@players.example`;
const newPhone = () => `1555200${String(++made).padStart(4, '0')}`;
const password = 'correct horse';

/** Somebody who has proved both contacts, or neither. */
async function join(isProved = true) {
  const [email, phone] = [newEmail(), newPhone()];
  const proved = { email_confirm: isProved, phone_confirm: isProved };
  await post(harness, '/admin/users', { email, phone, password, ...proved }, key);
  const answer = await post(harness, '/token?grant_type=password', { email, password });
  const { access_token: token } = await answer.json();
  const put = (json: object) =>
    harness.request('/user', { method: 'PUT', json, headers: bearer(String(token)) });
  return { email, phone, put };
}

/** What a request has sent: of which kind to whom. */
async function sentBy(path: string, json: object) {
  const before = [harness.mails.length, harness.texts.length];
  const answer = await post(harness, path, json);
  expect(answer.status).toBe(200);
  const body = await answer.json();
  const sent = [
    ...harness.mails.slice(before[0]).map(({ kind, to }) => [kind, to]),
    ...harness.texts.slice(before[1]).map(({ phone }) => ['text', phone]),
  ];
  // Who asked hears of a text that was sent, and of a mail nothing.
  const isText = sent.some(([kind]) => kind === 'text');
  expect(Object.keys(body)).toEqual(isText ? ['message_id'] : []);
  return sent;
}

const resend = (json: object) => sentBy('/resend', json);

it.each([
  ['the language that was said at sign-up', { locale: 'fi' }, 'fi'],
  ['none where something else was said', { locale: 7 }, null],
  ['none where nothing was said', {}, null],
])('a mail is in %s', async (_what, data, locale) => {
  const email = newEmail();
  await post(harness, '/signup', { email, password, data });
  expect(harness.mails.at(-1)).toMatchObject({ to: email, locale });
});

describe('of what is waited for', () => {
  it('a sign-up by address', async () => {
    const { email } = await join(false);
    expect(await resend({ type: 'signup', email })).toEqual([['confirmation', email]]);
    expect(await resend({ type: 'signup', email: email.toUpperCase() })).toHaveLength(1);
  });

  it('a sign-up by number', async () => {
    const { phone } = await join(false);
    expect(await resend({ type: 'sms', phone: `+${phone}` })).toEqual([['text', phone]]);
  });

  it('a new address, to both', async () => {
    const { email, put } = await join();
    const next = newEmail();
    await put({ email: next });
    expect(await resend({ type: 'email_change', email })).toEqual([
      ['email_change_new', next],
      ['email_change_current', email],
    ]);
    // The new one is nobody's yet.
    expect(await resend({ type: 'email_change', email: next })).toEqual([]);
  });

  it('a new number, to it', async () => {
    const { phone, put } = await join();
    const next = newPhone();
    await put({ phone: next });
    expect(await resend({ type: 'phone_change', phone })).toEqual([['text', next]]);
    const token = harness.texts.at(-1)?.code;
    const changed = await post(harness, '/verify', { type: 'phone_change', phone: next, token });
    expect((await changed.json()).user.phone).toBe(next);
  });
});

describe('of what nobody waits for nothing', () => {
  it.each(['signup', 'email_change'])('%s by address', async (type) => {
    const { email } = await join();
    expect(await resend({ type, email })).toEqual([]);
    expect(await resend({ type, email: newEmail() })).toEqual([]);
  });

  it.each(['sms', 'phone_change'])('%s by number', async (type) => {
    const { phone } = await join();
    expect(await resend({ type, phone })).toEqual([]);
    expect(await resend({ type, phone: newPhone() })).toEqual([]);
  });
});

it.each([
  { type: 'signup', phone: '15550001111' },
  { type: 'email_change', phone: '15550001111' },
  { type: 'sms', email: 'a@b.example' },
  { type: 'phone_change', email: 'a@b.example' },
  { type: 'signup', email: 'a@b.example', phone: '15550001111' },
  { type: 'sms', email: 'a@b.example', phone: '15550001111' },
  { type: 'signup' },
  { type: 'sms' },
  { type: 'recovery', email: 'a@b.example' },
  { type: 'signup', email: 'none' },
  { type: 'sms', phone: 'none' },
  { type: 'signup', email: 'a@b.example', code_challenge: 'short', code_challenge_method: 's256' },
])('%j is refused', async (json) => {
  const answer = await post(harness, '/resend', json);
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'validation_failed']);
});

describe('a forgotten password', () => {
  it('is told to whoever has the address, proved or not, and to nobody else', async () => {
    for (const isProved of [true, false]) {
      const { email } = await join(isProved);
      const sent = await sentBy('/recover', { email: email.toUpperCase() });
      expect(sent).toEqual([['recovery', email]]);
    }
    expect(await sentBy('/recover', { email: newEmail() })).toEqual([]);
  });

  it('leaves only the last link good', async () => {
    const { email } = await join();
    const codes: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      await post(harness, '/recover', { email });
      codes.push(harness.mails.at(-1)?.code ?? '');
    }
    const verify = async (token = '') =>
      (await post(harness, '/verify', { type: 'recovery', email, token })).status;
    expect([await verify(codes[0]), await verify(codes[1]), await verify(codes[1])]).toEqual([
      403, 200, 403,
    ]);
  });
});

describe('a code', () => {
  it.each<[string, string, string[]]>([
    ['a sign-up', 'signup', ['email']],
    ['a link to sign in', 'magiclink', ['email', 'recovery']],
    ['a forgotten password', 'recovery', ['email', 'magiclink']],
  ])('of %s is good for what it was asked for and what is as good', async (_what, kind, good) => {
    const all = ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change'];
    for (const type of all) {
      const { email } = await join(kind !== 'signup');
      if (kind === 'signup') {
        await post(harness, '/resend', { type: 'signup', email });
      } else {
        await post(harness, kind === 'recovery' ? '/recover' : '/otp', { email });
      }
      const token = harness.mails.at(-1)?.code ?? '';
      const { status } = await post(harness, '/verify', { type, email, token });
      const isGood =
        type === kind || good.includes(type) || (kind === 'signup' && type === 'invite');
      expect([kind, type, status]).toEqual([kind, type, isGood ? 200 : 403]);
    }
  });

  it('by text is good for its number alone', async () => {
    const [mine, yours] = [await join(), await join()];
    await post(harness, '/otp', { phone: mine.phone });
    const token = harness.texts.at(-1)?.code;
    const verify = async (phone: string, type = 'sms') =>
      (await post(harness, '/verify', { type, phone, token })).status;
    expect(await verify(yours.phone)).toBe(403);
    expect(await verify(mine.phone, 'phone_change')).toBe(403);
    expect(await verify(mine.phone)).toBe(200);
    expect(await verify(mine.phone)).toBe(403);
  });
});

describe('a link that an admin makes', () => {
  const make = async (json: object) => {
    const answer = await post(harness, '/admin/generate_link', json, key);
    return { status: answer.status, body: await answer.json() };
  };

  it.each<[object, number, string]>([
    [{ type: 'signup', email: 'none' }, 400, 'validation_failed'],
    [{ type: 'dance', email: 'a@b.example' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'n1@b.example' }, 400, 'validation_failed'],
    [{ type: 'signup', email: 'n1@b.example', password: 'short' }, 422, 'weak_password'],
    [{ type: 'recovery', email: 'n1@b.example' }, 404, 'user_not_found'],
    [{ type: 'email_change_new', email: 'n1@b.example' }, 404, 'user_not_found'],
    [{ type: 'invite', email: 'there@b.example' }, 422, 'email_exists'],
    [{ type: 'signup', email: 'there@b.example', password }, 422, 'email_exists'],
    [{ type: 'email_change_new', email: 'there@b.example' }, 400, 'validation_failed'],
    [
      { type: 'email_change_new', email: 'there@b.example', new_email: 'there@b.example' },
      422,
      'email_exists',
    ],
  ])('is refused for %j', async (json, status, code) => {
    await post(harness, '/admin/users', { email: 'there@b.example', email_confirm: true }, key);
    const { body, ...answer } = await make(json);
    expect([answer.status, body.code]).toEqual([status, code]);
    const rows = await harness.database.query(
      "select from auth.users where email = 'n1@b.example'",
    );
    expect(rows).toEqual([]);
  });

  it.each(['signup', 'invite'])(
    'is made again for whoever has not proved the address: %s',
    async (type) => {
      const { email } = await join(false);
      const { status, body } = await make({ type, email, password, data: { colour: 'red' } });
      expect([status, body.verification_type, body.email]).toEqual([200, type, email]);
      expect(body.user_metadata.colour).toBe(type === 'signup' ? 'red' : undefined);
      expect(Boolean(body.invited_at)).toBe(type === 'invite');
      const verified = await post(harness, '/verify', { type, email, token: body.email_otp });
      expect(verified.status).toBe(200);
    },
  );

  it.each([
    ['to sign up', '/admin/generate_link', { type: 'signup', password }],
    ['that asks in', '/admin/generate_link', { type: 'invite' }],
    ['that asks in by mail', '/invite', {}],
  ])('%s keeps what is said of somebody new, or nothing', async (_what, path, json) => {
    for (const data of [{ colour: 'red' }, {}, null, undefined]) {
      const answer = await post(harness, path, { ...json, email: newEmail(), data }, key);
      const { user_metadata } = await answer.json();
      expect([answer.status, user_metadata]).toMatchObject([200, data ?? {}]);
      expect(user_metadata.colour).toBe(data?.colour);
    }
  });

  it('for a sign-in of nobody makes somebody, who needs no password', async () => {
    const email = newEmail();
    const { body } = await make({ type: 'magiclink', email });
    expect(body).toMatchObject({ verification_type: 'signup', email });
    const again = await make({ type: 'magiclink', email });
    expect(again.body).toMatchObject({ verification_type: 'magiclink', id: body.id });
  });

  it('for a new address needs the agreement of both, as any other', async () => {
    const { email } = await join();
    const next = newEmail();
    const verify = async (contact: string, token: string) =>
      (await post(harness, '/verify', { type: 'email_change', email: contact, token })).json();
    const fresh = await make({ type: 'email_change_new', email, new_email: next });
    expect(fresh.body).toMatchObject({ email, new_email: next });
    expect((await verify(next, fresh.body.email_otp)).user).toBeUndefined();
    await harness.database.query(
      'update auth.users set email_change_confirm_status = 0 where email = $1',
      [email],
    );
    const current = await make({ type: 'email_change_current', email, new_email: next });
    expect((await verify(email, current.body.email_otp)).user).toBeUndefined();
  });

  it('of the present address needs that both are asked', async () => {
    await using simple = await createAuthHarness({ mailer: { secureEmailChangeEnabled: false } });
    const headers = bearer(await simple.serviceRoleKey());
    const email = newEmail();
    await post(simple, '/admin/users', { email, email_confirm: true }, headers);
    const ask = async (type: string) => {
      const json = { type, email, new_email: newEmail() };
      return (await post(simple, '/admin/generate_link', json, headers)).status;
    };
    expect([await ask('email_change_current'), await ask('email_change_new')]).toEqual([400, 200]);
  });
});
