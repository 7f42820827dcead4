import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from '../testing/auth-harness.ts';
import { bearer, post } from '../testing/requests.ts';

/** Links that an administrator sends or hands over, and whom they let in as what. */

const password = 'correct horse';
let harness: AuthHarness;
let key: Record<string, string>;

beforeAll(async () => {
  harness = await createAuthHarness({ mailer: { maxFrequencySeconds: 0, otpLength: 8 } });
  harness.stopClock();
  key = bearer(await harness.serviceRoleKey());
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
const newEmail = () => `link${++made}@players.example`;

async function make(json: object, path = '/admin/generate_link') {
  const answer = await post(harness, path, json, key);
  return { status: answer.status, body: await answer.json() };
}

async function verify(json: object) {
  const answer = await post(harness, '/verify', json);
  return { code: answer.headers.get('x-sb-error-code') ?? 'ok', body: await answer.json() };
}

/** Somebody with this address, proved or not. */
async function create(isProved = true) {
  const email = newEmail();
  await post(harness, '/admin/users', { email, password, email_confirm: isProved }, key);
  return email;
}

async function enter(email: string) {
  const answer = await post(harness, '/token?grant_type=password', { email, password });
  return answer.status;
}

describe('somebody who is asked in', () => {
  it.each([
    ['by mail', '/invite', {}],
    ['by a link', '/admin/generate_link', { type: 'invite' }],
  ])('%s has an account that nobody can enter yet', async (_how, path, json) => {
    const email = newEmail();
    const { body } = await make({ ...json, email }, path);
    const now = harness.now().toISOString();
    expect(body).toMatchObject({
      email,
      aud: 'authenticated',
      role: 'authenticated',
      invited_at: now,
      confirmation_sent_at: now,
      app_metadata: { provider: 'email', providers: ['email'] },
      is_anonymous: false,
    });
    expect(body.email_confirmed_at).toBeUndefined();
    expect(body.identities).toMatchObject([
      {
        provider: 'email',
        id: body.id,
        identity_data: { sub: body.id, email, email_verified: false, phone_verified: false },
      },
    ]);
    expect(await enter(email)).toBe(400);
  });

  it('is asked again for as long as they have not come', async () => {
    const email = newEmail();
    const first = await make({ email, data: { colour: 'red' } }, '/invite');
    harness.advance(60);
    const second = await make({ email, data: { colour: 'blue' } }, '/invite');
    expect(second.body).toMatchObject({ id: first.body.id, user_metadata: { colour: 'red' } });
    expect(second.body.invited_at).toBe(harness.now().toISOString());
    const [before, last] = harness.mails.filter(({ to }) => to === email);
    expect([before?.kind, last?.kind]).toEqual(['invite', 'invite']);
    const old = await verify({ type: 'invite', email, token: before?.code });
    expect(old.code).toBe('otp_expired');
    expect((await verify({ type: 'invite', email, token: last?.code })).code).toBe('ok');
    const late = await make({ email }, '/invite');
    expect([late.status, late.body.code]).toEqual([422, 'email_exists']);
  });

  it.each([
    ['to where they were asked to', '/there', '/there'],
    ['to the site, where that may not be', null, '/'],
  ])('goes on %s', async (_where, asked, led) => {
    const email = newEmail();
    const target = asked === null ? 'https://evil.example/' : `${harness.origin}${asked}`;
    await make({ email }, `/invite?redirect_to=${encodeURIComponent(target)}`);
    const link = harness.mails.findLast(({ to }) => to === email)?.link ?? '';
    const answer = await fetch(link, { redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect([back.origin, back.pathname]).toEqual([harness.origin, led]);
    expect(back.hash).toContain('access_token');
  });
});

describe('a link that is handed over', () => {
  it('to sign up by brings the password that was said', async () => {
    const email = newEmail();
    const { body } = await make({ type: 'signup', email, password });
    expect(await enter(email)).toBe(400);
    await verify({ type: 'signup', email, token: body.email_otp });
    expect(await enter(email)).toBe(200);
  });

  it('leaves the password of whoever is there', async () => {
    const email = await create(false);
    await make({ type: 'signup', email, password: 'another horse' });
    const { body } = await make({ type: 'invite', email });
    await verify({ type: 'invite', email, token: body.email_otp });
    expect(await enter(email)).toBe(200);
  });

  it.each([
    ['signup', false, 'confirmation_sent_at', 'signup'],
    ['invite', false, 'confirmation_sent_at', 'invite'],
    ['magiclink', true, 'recovery_sent_at', 'magiclink'],
    ['recovery', true, 'recovery_sent_at', 'recovery'],
    ['email_change_current', true, 'email_change_sent_at', 'email_change'],
    ['email_change_new', true, 'email_change_sent_at', 'email_change'],
  ])('%s is all that a mail would hold', async (type, isProved, sentAt, wireType) => {
    const email = await create(isProved);
    const count = harness.mails.length;
    harness.advance(60);
    const redirect_to = `${harness.origin}/there`;
    const { status, body } = await make({
      ...{ type, email, password, redirect_to },
      new_email: newEmail(),
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ verification_type: type, redirect_to });
    expect(body[sentAt]).toBe(harness.now().toISOString());
    expect(body.email_otp).toMatch(/^\d{8}$/);
    expect(body.hashed_token).toMatch(/^[0-9a-f]{56}$/);
    const link = new URL(body.action_link);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      token: body.hashed_token,
      type: wireType,
      redirect_to,
    });
    expect(harness.mails).toHaveLength(count);
    expect((await verify({ type: wireType, token_hash: body.hashed_token })).code).toBe('ok');
  });

  it('goes to the site where it may go nowhere else', async () => {
    const email = await create();
    const redirect_to = 'https://evil.example/';
    const { body } = await make({ type: 'recovery', email, redirect_to });
    expect(body.redirect_to).toBe(harness.origin);
  });

  it('is written down with whose it is', async () => {
    const email = await create();
    const { body } = await make({ type: 'email_change_current', email, new_email: newEmail() });
    const [entry] = await harness.database.query<{ payload: object }>(
      `select payload from auth.audit_log_entries order by ctid desc limit 1`,
    );
    expect(entry?.payload).toMatchObject({
      action: 'user_modified',
      actor_username: 'service_role',
      traits: { user_id: body.id, user_email: email },
    });
    const invited = newEmail();
    await make({ type: 'invite', email: invited });
    const [last] = await harness.database.query<{ payload: object }>(
      `select payload from auth.audit_log_entries order by ctid desc limit 1`,
    );
    expect(last?.payload).toMatchObject({
      action: 'user_invited',
      traits: { user_email: invited },
    });
  });
});

describe('links for a new address', () => {
  const toTypes = { current: 'email_change_current', new: 'email_change_new' } as const;

  it.each([
    ['the new one first', ['new', 'current']],
    ['the present one first', ['current', 'new']],
  ] as const)('change it once both have agreed: %s', async (_how, order) => {
    const email = await create();
    const next = newEmail();
    const codes = { new: '', current: '' };
    for (const which of ['new', 'current'] as const) {
      const { body } = await make({ type: toTypes[which], email, new_email: next });
      codes[which] = body.email_otp;
    }
    const outcomes = [];
    for (const which of order) {
      const contact = which === 'new' ? next : email;
      const { code, body } = await verify({
        ...{ type: 'email_change', email: contact },
        token: codes[which],
      });
      outcomes.push([code, body.user?.email]);
    }
    expect(outcomes).toEqual([
      ['ok', undefined],
      ['ok', next],
    ]);
  });

  it('take no word for one address that was given for another', async () => {
    const email = await create();
    const [first, second] = [newEmail(), newEmail()];
    const agree = async (next: string) => {
      const { body } = await make({ type: 'email_change_new', email, new_email: next });
      return verify({ type: 'email_change', email: next, token: body.email_otp });
    };
    expect((await agree(first)).code).toBe('ok');
    // Whoever has the present address has said nothing yet.
    const { code, body } = await agree(second);
    expect([code, body.user]).toEqual(['ok', undefined]);
    expect(await enter(email)).toBe(200);
  });
});
