import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthConfigInput } from './config.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post, refresh, signUp } from './testing/requests.ts';

/** What a new password asks for, and what is over with the old one. */

let harness: AuthHarness;
/** Asks for a code where somebody signed in long ago, and takes two guesses at it. */
let strict: AuthHarness;
const day = 86_400;

beforeAll(async () => {
  harness = await create({});
  strict = await create({
    security: { updatePasswordRequireReauthentication: true },
    rateLimits: { enabled: true, burst: 1000, contact: { requests: 2, perSeconds: 10 * day } },
  });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await strict[Symbol.asyncDispose]();
});

async function create(config: AuthConfigInput): Promise<AuthHarness> {
  const made = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true } },
    ...config,
  });
  made.stopClock();
  return made;
}

let passwords = 0;

/** Changes to a password that nobody had, unless it is said: the code of a refusal, or that there was none. */
async function change(of: AuthHarness, token: string, json: object = {}) {
  const password = `another horse ${++passwords}`;
  const answer = await of.request('/user', {
    method: 'PUT',
    headers: bearer(token),
    json: { password, ...json },
  });
  return { code: answer.headers.get('x-sb-error-code') ?? 'ok', body: await answer.json() };
}

/** Somebody who signed in two days ago, by the token that they have now. */
async function openOld(contact: 'email' | 'phone' = 'email') {
  const person =
    contact === 'email' ? (await signUp(strict)).session.refresh_token : await joinByNumber();
  strict.advance(2 * day);
  const renewed = await refresh(strict, person);
  return String(renewed.body.access_token);
}

let numbers = 0;

async function joinByNumber(): Promise<string> {
  const json = { phone: `1555300${1000 + ++numbers}`, password: 'correct horse' };
  const headers = bearer(await strict.serviceRoleKey());
  await post(strict, '/admin/users', { ...json, phone_confirm: true }, headers);
  return (await (await post(strict, '/token?grant_type=password', json)).json()).refresh_token;
}

async function askByMail(token: string): Promise<string> {
  await strict.request('/reauthenticate', { headers: bearer(token) });
  return strict.mails.at(-1)?.code ?? '';
}

describe('a code that a new password asks for', () => {
  it('is guessed at twice and no more', async () => {
    const token = await openOld();
    const nonce = await askByMail(token);
    const codes = [];
    for (const guess of ['x', 'y', nonce]) {
      codes.push((await change(strict, token, { nonce: guess })).code);
    }
    expect(codes).toEqual([
      'reauthentication_not_valid',
      'reauthentication_not_valid',
      'over_request_rate_limit',
    ]);
  });

  it('is no guess where none is said', async () => {
    const token = await openOld();
    for (let turn = 0; turn < 3; turn += 1) {
      expect((await change(strict, token)).code).toBe('reauthentication_needed');
    }
    const nonce = await askByMail(token);
    expect((await change(strict, token, { nonce })).code).toBe('ok');
  });

  it('is good once, also where what came with it was refused', async () => {
    const token = await openOld();
    const nonce = await askByMail(token);
    const same = await change(strict, token, { nonce, password: 'correct horse' });
    expect(same.code).toBe('same_password');
    expect((await change(strict, token, { nonce })).code).toBe('reauthentication_not_valid');
  });

  it.each([
    [60, 'ok'],
    [60.001, 'reauthentication_not_valid'],
  ])('comes by text to whoever has a number alone, %d seconds old: %s', async (age, expected) => {
    const token = await openOld('phone');
    await strict.request('/reauthenticate', { headers: bearer(token) });
    const nonce = strict.texts.at(-1)?.code ?? '';
    strict.advance(age);
    expect((await change(strict, token, { nonce })).code).toBe(expected);
  });
});

it('the old password is no guess where nobody asks for it', async () => {
  await using own = await create({
    rateLimits: { enabled: true, burst: 1000, contact: { requests: 1, perSeconds: day } },
  });
  const { session } = await signUp(own);
  for (let turn = 0; turn < 3; turn += 1) {
    expect((await change(own, session.access_token)).code).toBe('ok');
  }
});

describe('with the old password ends', () => {
  it('all that was sent out, and its interval with it', async () => {
    const { email, headers, session } = await signUp(harness);
    const next = `next-${email}`;
    const phone = '15553009999';
    await post(harness, '/recover', { email });
    const recovery = harness.mails.at(-1)?.code;
    await harness.request('/user', { method: 'PUT', headers, json: { email: next, phone } });
    const text = harness.texts.at(-1)?.code;
    const wanted = harness.mails.findLast(({ to }) => to === next)?.code;
    await harness.request('/reauthenticate', { headers });
    const { body } = await change(harness, session.access_token);
    expect(Object.keys(body).filter((key) => key.endsWith('sent_at'))).toEqual([]);
    const [row] = await harness.database.query(
      `select concat(confirmation_token, recovery_token, email_change_token_current,
         email_change_token_new, phone_change_token, reauthentication_token) as tokens
       from auth.users where email = $1`,
      [email],
    );
    expect(row).toEqual({ tokens: '' });
    for (const json of [
      { type: 'recovery', email, token: recovery },
      { type: 'email_change', email: next, token: wanted },
      { type: 'phone_change', phone, token: text },
    ]) {
      const answer = await post(harness, '/verify', json);
      expect(answer.headers.get('x-sb-error-code')).toBe('otp_expired');
    }
    expect((await post(harness, '/recover', { email })).status).toBe(200);
  });

  it('every session where the token that asks has none, and nobody else’s', async () => {
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    const token = await new SignJWT({ sub: mine.user.id, aud: 'authenticated', exp: 9_999_999_999 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(harness.keys.secret);
    expect((await change(harness, token)).code).toBe('ok');
    expect((await refresh(harness, mine.session.refresh_token)).status).toBe(400);
    expect((await refresh(harness, theirs.session.refresh_token)).status).toBe(200);
  });

  it('no session of anybody else', async () => {
    const [mine, theirs] = [await signUp(harness), await signUp(harness)];
    expect((await change(harness, mine.session.access_token)).code).toBe('ok');
    expect((await refresh(harness, mine.session.refresh_token)).status).toBe(200);
    expect((await refresh(harness, theirs.session.refresh_token)).status).toBe(200);
  });
});
