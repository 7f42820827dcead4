import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdentity } from './identities.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post } from './testing/requests.ts';

/** What a code proves, of whom, and what else ends or stays with it. */

const password = 'correct horse';
const testPhone = '15550001111';
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { maxFrequencySeconds: 0, otpExpirySeconds: 1000 },
    external: { phone: { enabled: true }, anonymousUsers: { enabled: true } },
    sms: { maxFrequencySeconds: 0, testOtp: { [testPhone]: '123456', '15550001112': '654321' } },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
const newEmail = () => `proof${++made}@players.example`;
const newPhone = () => `1555200${String(++made).padStart(4, '0')}`;
const codeTo = (email: string) => harness.mails.findLast(({ to }) => to === email)?.code ?? '';
const lastText = () => harness.texts.at(-1)?.code ?? '';

/** The code of a refusal, or that there was none, with the answer. */
async function verify(json: object) {
  const answer = await post(harness, '/verify', json);
  return { code: answer.headers.get('x-sb-error-code') ?? 'ok', body: await answer.json() };
}

const put = async (token: string, json: object) => {
  const answer = await harness.request('/user', { method: 'PUT', headers: bearer(token), json });
  return answer.json();
};

/** Somebody by an administrator's hand. */
async function create(json: object): Promise<string> {
  const headers = bearer(await harness.serviceRoleKey());
  return (await (await post(harness, '/admin/users', { password, ...json }, headers)).json()).id;
}

async function enter(contact: object): Promise<string> {
  const answer = await post(harness, '/token?grant_type=password', { ...contact, password });
  return String((await answer.json()).access_token);
}

/** Somebody who has proved an address, by token. */
async function join(email = newEmail()) {
  await create({ email, email_confirm: true });
  return { email, token: await enter({ email }) };
}

const ban = (column: 'email' | 'phone', value: string) =>
  harness.database.query(`update auth.users set banned_until = '2100-01-01' where ${column} = $1`, [
    value,
  ]);

describe('a code', () => {
  it.each<[string, () => Promise<object>]>([
    [
      'of a sign-up',
      async () => {
        const email = newEmail();
        await post(harness, '/signup', { email, password });
        return { type: 'signup', email, token: codeTo(email) };
      },
    ],
    [
      'to sign in',
      async () => {
        const { email } = await join();
        await post(harness, '/otp', { email });
        return { type: 'email', email, token: codeTo(email) };
      },
    ],
    [
      'by text',
      async () => {
        const phone = newPhone();
        await post(harness, '/otp', { phone });
        return { type: 'sms', phone, token: lastText() };
      },
    ],
    [
      'for a new address',
      async () => {
        const { token } = await join();
        const email = newEmail();
        await put(token, { email });
        return { type: 'email_change', email, token: codeTo(email) };
      },
    ],
    [
      'for a new number',
      async () => {
        const { token } = await join();
        const phone = newPhone();
        await put(token, { phone });
        return { type: 'phone_change', phone, token: lastText() };
      },
    ],
  ])('%s is good for one of those who present it at once', async (_what, prepare) => {
    const json = await prepare();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => verify(json)));
    const codes = outcomes.map(({ code }) => code).sort();
    expect(codes).toEqual(['ok', ...Array(4).fill('otp_expired')]);
  });

  it.each<[string, string, string[]]>([
    ['a sign-up', 'signup', ['signup', 'invite', 'email']],
    ['a sign-in', 'magiclink', ['magiclink', 'recovery', 'email']],
  ])('of %s proves nothing else', async (_what, kind, good) => {
    const found = [];
    for (const type of ['signup', 'invite', 'magiclink', 'recovery', 'email', 'email_change']) {
      const email = newEmail();
      if (kind === 'magiclink') {
        await create({ email, email_confirm: true });
      }
      await post(harness, '/otp', { email });
      const { code } = await verify({ type, email, token: codeTo(email) });
      if (code === 'ok') {
        found.push(type);
      } else {
        expect(code).toBe('otp_expired');
      }
    }
    expect(found).toEqual(good);
  });

  it('lets nobody in who is banned, by mail or by text', async () => {
    const { email } = await join();
    await post(harness, '/otp', { email });
    await ban('email', email);
    const token = codeTo(email);
    expect((await verify({ type: 'email', email, token })).code).toBe('user_banned');
    const phone = newPhone();
    await post(harness, '/otp', { phone });
    await ban('phone', phone);
    expect((await verify({ type: 'sms', phone, token: lastText() })).code).toBe('user_banned');
  });
});

describe('a number with a fixed code', () => {
  it('takes it whenever it comes, and no other', async () => {
    const token = '123456';
    const nobody = await verify({ type: 'sms', phone: testPhone, token });
    expect(nobody.code).toBe('otp_expired');
    const id = await create({ phone: testPhone });
    const wrong = await verify({ type: 'sms', phone: testPhone, token: '654321' });
    expect(wrong.code).toBe('otp_expired');
    const answers = [];
    // Nothing was ever sent to it.
    for (const _ of [1, 2]) {
      harness.advance(100_000);
      answers.push((await verify({ type: 'sms', phone: testPhone, token })).body.user.id);
    }
    expect(answers).toEqual([id, id]);
    await ban('phone', testPhone);
    const banned = await verify({ type: 'sms', phone: testPhone, token });
    expect(banned.code).toBe('user_banned');
  });

  it('becomes the number of whoever asked for it, and of nobody else', async () => {
    const phone = '15550001112';
    const json = { type: 'phone_change', phone, token: '654321' };
    const [mine, theirs] = [await join(), await join()];
    await put(theirs.token, { phone: newPhone() });
    expect((await verify(json)).code).toBe('otp_expired');
    await put(mine.token, { phone });
    harness.advance(100_000);
    const { body } = await verify(json);
    expect(body.user).toMatchObject({ email: mine.email, phone });
    expect(body.user.new_phone).toBeUndefined();
  });
});

describe('what is proved', () => {
  it('is the address that it was sent to, and none of an account elsewhere', async () => {
    const email = newEmail();
    const id = await create({ email });
    const now = harness.now();
    for (const [provider, data] of [
      ['github', { sub: `g${id}`, email: newEmail(), email_verified: false }],
      ['google', { sub: `h${id}`, email, email_verified: false }],
      ['steam', { sub: `s${id}` }],
    ] as const) {
      await createIdentity(harness.database, { userId: id, provider, data, now });
    }
    await post(harness, '/signup', { email, password });
    const { body } = await verify({ type: 'signup', email, token: codeTo(email) });
    const proved = body.user.identities.map(
      (identity: { provider: string; identity_data: { email_verified?: boolean } }) => [
        identity.provider,
        identity.identity_data.email_verified,
      ],
    );
    expect(proved.sort()).toEqual([
      ['email', true],
      ['github', false],
      ['google', true],
      ['steam', undefined],
    ]);
    expect(body.user.user_metadata.email_verified).toBe(true);
  });

  it('by a forgotten password leaves no way in to whoever began the account', async () => {
    const email = newEmail();
    await post(harness, '/signup', { email, password });
    await post(harness, '/recover', { email });
    const token = codeTo(email);
    const { body } = await verify({ type: 'recovery', email, token });
    expect(body.user.email_confirmed_at).toBeDefined();
    const begun = await post(harness, '/token?grant_type=password', { email, password });
    expect((await begun.json()).code).toBe('invalid_credentials');
  });

  it('by a forgotten password leaves that of its owner, whose address was proved', async () => {
    const { email } = await join();
    await post(harness, '/recover', { email });
    await verify({ type: 'recovery', email, token: codeTo(email) });
    expect(await enter({ email })).not.toBe('undefined');
  });

  it('makes a nameless account a named one: a number', async () => {
    const nameless = await (await post(harness, '/signup', {})).json();
    expect(nameless.user.is_anonymous).toBe(true);
    const phone = newPhone();
    await put(nameless.access_token, { phone });
    const { body } = await verify({ type: 'phone_change', phone, token: lastText() });
    expect(body.user).toMatchObject({
      id: nameless.user.id,
      phone,
      is_anonymous: false,
      app_metadata: { provider: 'phone', providers: ['phone'] },
    });
    expect(body.user.phone_confirmed_at).toBeDefined();
    expect(body.user.identities[0].identity_data).toMatchObject({ phone, phone_verified: true });
  });

  it('makes a nameless account a named one: an address', async () => {
    const nameless = await (await post(harness, '/signup', {})).json();
    const email = newEmail();
    await put(nameless.access_token, { email });
    const { body } = await verify({ type: 'email_change', email, token: codeTo(email) });
    expect(body.user).toMatchObject({
      id: nameless.user.id,
      email,
      is_anonymous: false,
      email_confirmed_at: harness.now().toISOString(),
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { email_verified: true },
    });
  });

  it('makes a nameless account a named one: an address that an administrator gave it', async () => {
    const nameless = await (await post(harness, '/signup', {})).json();
    const email = newEmail();
    const headers = bearer(await harness.serviceRoleKey());
    const path = `/admin/users/${nameless.user.id}`;
    await harness.request(path, { method: 'PUT', headers, json: { email } });
    await post(harness, '/otp', { email });
    const { body } = await verify({ type: 'email', email, token: codeTo(email) });
    expect(body.user).toMatchObject({ id: nameless.user.id, email, is_anonymous: false });
  });

  it.each<[string, string | undefined]>([
    ['signup', 'email'],
    ['invite', 'email'],
    ['magiclink', undefined],
    ['sms', undefined],
  ])('is written down with what was proved: %s', async (type, provider) => {
    const [email, phone] = [newEmail(), newPhone()];
    if (type === 'magiclink') {
      await create({ email, email_confirm: true });
    }
    await post(harness, '/otp', type === 'sms' ? { phone } : { email });
    const json = type === 'sms' ? { phone, token: lastText() } : { email, token: codeTo(email) };
    expect((await verify({ type, ...json })).code).toBe('ok');
    const [row] = await harness.database.query<{ payload: { traits?: { provider: string } } }>(
      'select payload from auth.audit_log_entries order by ctid desc limit 1',
    );
    expect(row?.payload).toMatchObject({
      action: type === 'magiclink' ? 'login' : 'user_signedup',
    });
    expect(row?.payload.traits?.provider).toBe(provider);
  });
});

describe('a code that was sent ends', () => {
  it('with everything else, when an address or a number is proved', async () => {
    const { email, token } = await join();
    const phone = newPhone();
    const next = newEmail();
    await put(token, { email: next });
    await post(harness, '/recover', { email });
    await put(token, { phone });
    const codes = { next: codeTo(next), recovery: codeTo(email) };
    expect((await verify({ type: 'phone_change', phone, token: lastText() })).code).toBe('ok');
    const change = { type: 'email_change', email: next, token: codes.next };
    const recovery = { type: 'recovery', email, token: codes.recovery };
    expect([(await verify(change)).code, (await verify(recovery)).code]).toEqual([
      'otp_expired',
      'otp_expired',
    ]);
  });

  it('for one person only', async () => {
    const [mine, theirs] = [await join(), await join()];
    await post(harness, '/otp', { email: mine.email });
    await post(harness, '/otp', { email: theirs.email });
    for (const { email } of [mine, theirs]) {
      const { code, body } = await verify({ type: 'email', email, token: codeTo(email) });
      expect([code, body.user?.email]).toEqual(['ok', email]);
    }
  });
});
