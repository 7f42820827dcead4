import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthConfigInput } from '../config.ts';
import { hashPassword } from '../password-hash.ts';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post, refresh } from '../testing/requests.ts';

/** What somebody hears who signs up, in or out, and what nobody hears of others. */

const password = 'correct horse';
let harness: AuthHarness;

async function create(config: AuthConfigInput = {}): Promise<AuthHarness> {
  const made = await createAuthHarness({ external: { phone: { enabled: true } }, ...config });
  made.stopClock();
  return made;
}

beforeAll(async () => {
  harness = await create();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
const newEmail = () => `signs${++made}@players.example`;
const newPhone = () => `1555400${String(++made).padStart(4, '0')}`;

const signUp = async (of: AuthHarness, json: object) => {
  const answer = await post(of, '/signup', { password, ...json });
  return answer.json();
};

const makeBy = async (of: AuthHarness, json: object) =>
  post(of, '/admin/users', { password, ...json }, bearer(await of.serviceRoleKey()));

describe('who signs up with a contact that somebody has proved', () => {
  it.each(['email', 'phone'] as const)('hears what a new person hears: %s', async (contact) => {
    const value = contact === 'email' ? newEmail() : newPhone();
    await makeBy(harness, { [contact]: value, [`${contact}_confirm`]: true });
    const data = { colour: 'red' };
    const { id, ...heard } = await signUp(harness, { [contact]: value, data });
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    const now = harness.now().toISOString();
    expect(heard).toEqual({
      aud: 'authenticated',
      role: '',
      email: '',
      phone: '',
      confirmation_sent_at: now,
      app_metadata: { provider: contact, providers: [contact] },
      user_metadata: data,
      identities: [],
      created_at: now,
      updated_at: now,
      is_anonymous: false,
      [contact]: value,
    });
  });

  it.each([
    [{ mailer: { autoconfirm: true } }, 'user_already_exists'],
    [{ sms: { autoconfirm: true } }, 'user_already_exists'],
    [{}, undefined],
  ])('is told so only where something needs no proof: %j', async (config, code) => {
    await using own = await create(config);
    const email = newEmail();
    await makeBy(own, { email, email_confirm: true });
    expect((await signUp(own, { email })).code).toBe(code);
  });
});

it('who was invited and signs up without the invitation learns nothing of it', async () => {
  await using own = await create({ mailer: { maxFrequencySeconds: 0 } });
  const [invited, other] = [newEmail(), newEmail()];
  const data = { told: 'in confidence' };
  await post(own, '/invite', { email: invited, data }, bearer(await own.serviceRoleKey()));
  expect(await signUp(own, { email: invited })).toMatchObject({
    email: invited,
    user_metadata: {},
    identities: [],
  });
  await signUp(own, { email: other, data });
  const again = await signUp(own, { email: other });
  expect(again.user_metadata).toMatchObject(data);
  expect(again.identities).toHaveLength(1);
});

describe('somebody without a name', () => {
  it.each([
    ['comes in', false, 200, undefined],
    ['stays outside where nobody new comes in', true, 422, 'signup_disabled'],
  ])('%s', async (_what, disableSignup, status, code) => {
    await using own = await create({
      disableSignup,
      external: { anonymousUsers: { enabled: true } },
    });
    const answer = await post(own, '/signup', { data: { colour: 'red' } });
    const body = await answer.json();
    expect([answer.status, body.code]).toEqual([status, code]);
    const entries = await own.database.query(
      `select payload ->> 'action' as action, payload -> 'traits' as traits
       from auth.audit_log_entries`,
    );
    expect(entries).toEqual(
      code === undefined ? [{ action: 'user_signedup', traits: { provider: 'anonymous' } }] : [],
    );
  });
});

it('a second sign-up is written down with by what it was', async () => {
  const phone = newPhone();
  await makeBy(harness, { phone, phone_confirm: true });
  await signUp(harness, { phone });
  const [entry] = await harness.database.query(
    `select payload ->> 'action' as action, payload -> 'traits' as traits
     from auth.audit_log_entries order by ctid desc limit 1`,
  );
  expect(entry).toEqual({ action: 'user_repeated_signup', traits: { provider: 'phone' } });
});

describe('a password', () => {
  it('from before the rules changed lets its owner in, who is told', async () => {
    await using own = await create({ password: { minLength: 8 } });
    const email = newEmail();
    await makeBy(own, { email, email_confirm: true });
    const enter = async (typed: string) => {
      const json = { email: email.toUpperCase(), password: typed };
      const answer = await post(own, '/token?grant_type=password', json);
      return { status: answer.status, body: await answer.json() };
    };
    const strong = await enter(password);
    expect(strong.status).toBe(200);
    expect(strong.body).not.toHaveProperty('weak_password');
    await own.database.query('update auth.users set encrypted_password = $2 where email = $1', [
      email,
      await hashPassword('short'),
    ]);
    const weak = await enter('short');
    expect(weak.status).toBe(200);
    expect(weak.body.weak_password.reasons).toEqual(['length']);
  });

  it('opens a session for a number however it is written', async () => {
    const phone = newPhone();
    await makeBy(harness, { phone, phone_confirm: true });
    const written = `+${phone.slice(0, 1)} ${phone.slice(1, 4)} ${phone.slice(4)}`;
    const answer = await post(harness, '/token?grant_type=password', { phone: written, password });
    expect((await answer.json()).user.phone).toBe(phone);
  });
});

describe('who signs out with a token that has no session', () => {
  it.each(['global', 'local', 'others'])('ends all of theirs: %s', async (scope) => {
    const open = async () => {
      const email = newEmail();
      await makeBy(harness, { email, email_confirm: true });
      return (await post(harness, '/token?grant_type=password', { email, password })).json();
    };
    const [mine, theirs] = [await open(), await open()];
    const token = await new SignJWT({ sub: mine.user.id, aud: 'authenticated', exp: 9_999_999_999 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(harness.keys.secret);
    const answer = await post(harness, `/logout?scope=${scope}`, {}, bearer(token));
    expect(answer.status).toBe(204);
    expect((await refresh(harness, mine.refresh_token)).status).toBe(400);
    expect((await refresh(harness, theirs.refresh_token)).status).toBe(200);
  });
});
