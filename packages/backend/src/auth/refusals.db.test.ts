import { DatabaseUnavailable } from '@muster/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notFound } from './errors.ts';
import {
  type AuthHarness,
  createAuthHarness,
  followToSite,
  signInWithProvider,
} from './testing/auth-harness.ts';
import { bearer, post, refresh, signUp } from './testing/requests.ts';

/**
 * Codes that only certain settings or rare circumstances bring about; those of an endpoint's usual life
 * are tested beside it.
 */

let harness: AuthHarness;
let closed: AuthHarness;
let mute: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    mailer: { autoconfirm: true },
    external: { phone: { enabled: true } },
    sms: { testOtp: { '15550009999': '123456' } },
    security: { manualLinkingEnabled: true },
    mfa: { phone: { enrollEnabled: true, verifyEnabled: true } },
    rateLimits: { enabled: true, countLoopback: false, smsSent: { requests: 1, perSeconds: 3600 } },
  });
  closed = await createAuthHarness({
    external: { email: { enabled: false }, phone: { enabled: false } },
  });
  mute = await createAuthHarness(
    { disableSignup: true, external: { phone: { enabled: true } } },
    { sendSms: () => Promise.reject(new Error('the carrier is gone')) },
  );
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await closed[Symbol.asyncDispose]();
  await mute[Symbol.asyncDispose]();
});

const outcome = async (answer: Promise<Response>) => {
  const { status, headers } = await answer;
  return [status, headers.get('x-sb-error-code')];
};

const email = 'ann@players.example';
const phone = '15550001234';
const password = 'correct horse';

it.each<[string, 'POST' | 'PUT', object]>([
  ['/signup', 'POST', { email, password }],
  ['/otp', 'POST', { email }],
  ['/magiclink', 'POST', { email }],
  ['/recover', 'POST', { email }],
  ['/resend', 'POST', { type: 'signup', email }],
  ['/user', 'PUT', { email }],
])('%s refuses a challenge of 42 signs before it does anything', async (path, method, fields) => {
  const { headers } = await signUp(harness);
  const count = () => harness.database.query('select count(*) from auth.users');
  const before = await count();
  const json = { ...fields, code_challenge: 'c'.repeat(42), code_challenge_method: 's256' };
  const asked = harness.request(path, { method, json, headers });
  expect(await outcome(asked)).toEqual([400, 'validation_failed']);
  expect(await count()).toEqual(before);
  expect(await harness.database.query('select from auth.flow_state')).toEqual([]);
  expect(harness.mails).toEqual([]);
});

describe('a mail that cannot be sent', () => {
  it.each<[string, Error, number, string]>([
    ['the relay is gone', new Error('gone'), 500, 'unexpected_failure'],
    ['the database is busy', new DatabaseUnavailable('busy', 'full'), 503, 'unavailable'],
    ['we refuse it ourselves', notFound('user_not_found', 'none'), 404, 'user_not_found'],
  ])('is told of, and nobody is signed up: %s', async (_why, failure, status, code) => {
    await using own = await createAuthHarness({}, { sendMail: () => Promise.reject(failure) });
    const answer = await post(own, '/signup', { email, password });
    const body = await answer.json();
    expect([answer.status, body.code]).toEqual([status, code]);
    expect(body.message === 'Error sending confirmation email').toBe(status === 500);
    expect(await own.database.query('select from auth.users')).toEqual([]);
  });
});

const factorsOff: Record<string, { enrol: string; verify: string }> = {
  totp: { enrol: 'mfa_totp_enroll_not_enabled', verify: 'mfa_totp_verify_not_enabled' },
  phone: { enrol: 'mfa_phone_enroll_not_enabled', verify: 'mfa_phone_verify_not_enabled' },
  webauthn: {
    enrol: 'mfa_webauthn_enroll_not_enabled',
    verify: 'mfa_webauthn_verify_not_enabled',
  },
};

describe('what is switched off says so', () => {
  it.each<[string, unknown, number, string]>([
    ['/signup', { email, password }, 400, 'email_provider_disabled'],
    ['/token?grant_type=password', { email, password }, 422, 'email_provider_disabled'],
    ['/otp', { email }, 422, 'email_provider_disabled'],
    ['/magiclink', { email }, 422, 'email_provider_disabled'],
    ['/recover', { email }, 400, 'email_provider_disabled'],
    ['/resend', { type: 'signup', email }, 400, 'email_provider_disabled'],
    ['/signup', { phone, password }, 400, 'phone_provider_disabled'],
    ['/token?grant_type=password', { phone, password }, 422, 'phone_provider_disabled'],
    ['/otp', { phone }, 400, 'phone_provider_disabled'],
    ['/resend', { type: 'sms', phone }, 400, 'phone_provider_disabled'],
    ['/signup', {}, 422, 'anonymous_provider_disabled'],
    ['/token?grant_type=web3', { chain: 'solana' }, 422, 'web3_provider_disabled'],
    ['/oauth/token', {}, 404, 'feature_disabled'],
    ['/passkeys/authentication/options', {}, 404, 'passkey_disabled'],
    ['/sso', { domain: 'a.example' }, 404, 'saml_provider_disabled'],
  ])('%s %j', async (path, json, status, code) => {
    expect(await outcome(post(closed, path, json))).toEqual([status, code]);
  });

  it.each([
    ['/admin/oauth/clients', 404, 'feature_disabled'],
    ['/admin/custom-providers', 404, 'feature_disabled'],
    ['/admin/custom-providers/one', 404, 'feature_disabled'],
    ['/oauth/authorizations/one', 404, 'feature_disabled'],
    ['/oauth/clients/register', 404, 'feature_disabled'],
  ])('GET %s', async (path, status, code) => {
    const headers = bearer(await closed.serviceRoleKey());
    expect(await outcome(closed.request(path, { headers }))).toEqual([status, code]);
  });

  it.each(['totp', 'phone', 'webauthn'])('a second factor of kind %s', async (type) => {
    await using plain = await createAuthHarness({
      mailer: { autoconfirm: true },
      mfa: {
        totp: { enrollEnabled: false, verifyEnabled: false },
        phone: { enrollEnabled: false, verifyEnabled: false },
      },
    });
    const { user, headers } = await signUp(plain);
    const json = { factor_type: type, friendly_name: 'New', phone };
    expect(await outcome(post(plain, '/factors', json, headers))).toEqual([
      422,
      factorsOff[type]?.enrol,
    ]);
    // One from the days when it was switched on.
    const id = crypto.randomUUID();
    await plain.database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, phone, created_at, updated_at)
       values ($1, $2, $3::auth.factor_type, 'unverified', $4, now(), now())`,
      [id, user.id, type, type === 'phone' ? phone : null],
    );
    expect(await outcome(post(plain, `/factors/${id}/challenge`, {}, headers))).toEqual([
      422,
      factorsOff[type]?.verify,
    ]);
  });

  it('lets nobody new in, by whichever way', async () => {
    const refused = [422, 'signup_disabled'];
    expect(await outcome(post(mute, '/signup', { email, password }))).toEqual(refused);
    expect(await outcome(post(mute, '/signup', { phone, password }))).toEqual(refused);
    expect(await outcome(post(mute, '/otp', { email }))).toEqual(refused);
    mute.provider.add({ id: '1', username: 'new', email: 'new@b.example', verified: true });
    const back = await followToSite(`${mute.url}/authorize?provider=discord&person=new`);
    expect(new URLSearchParams(back.hash.slice(1)).get('error_code')).toBe('signup_disabled');
    expect(await mute.database.query('select from auth.users')).toEqual([]);
  });
});

describe('numbers', () => {
  const create = async (on: AuthHarness, json: unknown) =>
    post(on, '/admin/users', json, bearer(await on.serviceRoleKey()));

  it('belong to one person', async () => {
    const number = { phone: '15550001111', phone_confirm: true };
    expect((await create(harness, number)).status).toBe(200);
    expect(await outcome(create(harness, number))).toEqual([422, 'phone_exists']);
    const { client } = await signUp(harness);
    const { error } = await client.updateUser({ phone: number.phone });
    expect(error).toMatchObject({ status: 422, code: 'phone_exists' });
  });

  it('let nobody in before they are proved', async () => {
    await create(harness, { phone: '15550002222', password });
    const json = { phone: '15550002222', password };
    expect(await outcome(post(harness, '/token?grant_type=password', json))).toEqual([
      400,
      'phone_not_confirmed',
    ]);
  });

  it('are told of where no message could be sent, and nothing is changed', async () => {
    await create(mute, { phone: '15550003333', phone_confirm: true });
    const asked = post(mute, '/otp', { phone: '15550003333' });
    expect(await outcome(asked)).toEqual([422, 'sms_send_failed']);
    expect(await mute.database.query('select from auth.one_time_tokens')).toEqual([]);
  });

  it('get so many messages and no more, however many numbers there are', async () => {
    await post(harness, '/otp', { phone: '15550004444' });
    const next = post(harness, '/otp', { phone: '15550005555' });
    expect(await outcome(next)).toEqual([429, 'over_sms_send_rate_limit']);
  });
});

describe('rare circumstances', () => {
  it('a body that is too large', async () => {
    const answer = post(harness, '/signup', { email: 'x'.repeat(1_100_000) });
    expect(await outcome(answer)).toEqual([413, 'request_entity_too_large']);
  });

  it('a refresh that finds its session held for too long', async () => {
    const { session, user } = await signUp(harness);
    await harness.database.transaction(async (transaction) => {
      await transaction.query('select from auth.sessions where user_id = $1 for update', [user.id]);
      const { status, body } = await refresh(harness, session.refresh_token);
      expect([status, body.code]).toEqual([409, 'conflict']);
    });
    expect((await refresh(harness, session.refresh_token)).status).toBe(200);
  });

  it('an identity whose going would leave an address that somebody else has', async () => {
    harness.provider.add({ id: '7', username: 'eve', email: 'eve@b.example', verified: true });
    const { client, user, email: own } = await signUp(harness);
    const { data } = await client.linkIdentity({
      provider: 'discord',
      options: { skipBrowserRedirect: true, queryParams: { person: 'eve' } },
    });
    await followToSite(data.url ?? '');
    // Meanwhile somebody else has got the address that is left.
    await harness.database.query(
      `insert into auth.users (id, aud, email, created_at, updated_at)
       values ($1, 'authenticated', 'eve@b.example', now(), now())`,
      [crypto.randomUUID()],
    );
    const identities = (await client.getUserIdentities()).data?.identities ?? [];
    const first = identities.find((identity) => identity.provider === 'email');
    if (first === undefined) {
      throw new Error('no identity to take away');
    }
    const { error } = await client.unlinkIdentity(first);
    expect(error).toMatchObject({ status: 422, code: 'email_conflict_identity_not_deletable' });
    const [row] = await harness.database.query('select email from auth.users where id = $1', [
      user.id,
    ]);
    expect(row).toEqual({ email: own });
  });

  it('a second number that is a factor already', async () => {
    const { client } = await signUp(harness);
    const factor = { factorType: 'phone', phone: '+15550006666' } as const;
    const enrolled = await client.mfa.enroll({ ...factor, friendlyName: 'One' });
    await harness.database.query("update auth.mfa_factors set status = 'verified' where id = $1", [
      enrolled.data?.id,
    ]);
    await harness.database.query("update auth.sessions set aal = 'aal2'");
    await client.refreshSession();
    const { error } = await client.mfa.enroll({ ...factor, friendlyName: 'Two' });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verified_factor_exists' });
  });

  it('an invitation that is no more', async () => {
    const { data } = await (await harness.createAdmin()).admin.inviteUserByEmail('ida@b.example');
    const token = new URL(harness.mails.at(-1)?.link ?? '').searchParams.get('token');
    harness.provider.add({ id: '8', username: 'ida', email: 'ida@b.example', verified: true });
    const begun = await harness.request(
      `/authorize?provider=discord&person=ida&invite_token=${token}`,
    );
    await harness.database.query('delete from auth.users where id = $1', [data.user?.id]);
    const back = await followToSite(begun.headers.get('location') ?? '');
    expect(new URLSearchParams(back.hash.slice(1)).get('error_code')).toBe('invite_not_found');
  });

  it('an invitation that is accepted with an account that somebody has', async () => {
    const account = { id: '9', username: 'ivy', verified: true };
    harness.provider.add({ ...account, email: 'ivy@b.example' });
    const { user } = await signInWithProvider(harness, harness.createClient(), 'ivy');
    await (await harness.createAdmin()).admin.inviteUserByEmail('ivy2@b.example');
    const token = new URL(harness.mails.at(-1)?.link ?? '').searchParams.get('token');
    harness.provider.add({ ...account, email: 'ivy2@b.example' });
    const back = await followToSite(
      `${harness.url}/authorize?provider=discord&person=ivy&invite_token=${token}`,
    );
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error_code: 'identity_already_exists',
      error_description: 'Identity is already linked to another user',
    });
    const identities = await harness.database.query(
      `select user_id from auth.identities where provider = 'discord' and provider_id = '9'`,
    );
    expect(identities).toEqual([{ user_id: user.id }]);
  });

  it('a request that takes too long', async () => {
    await using hurried = await createAuthHarness({
      requestTimeoutSeconds: 10,
      mailer: { autoconfirm: true },
      security: { manualLinkingEnabled: true },
    });
    const { user, headers } = await signUp(hurried);
    const path = `/user/identities/${user.identities?.[0]?.identity_id}`;
    const remove = () => outcome(hurried.request(path, { method: 'DELETE', headers }));
    await hurried.database.transaction(async (transaction) => {
      await transaction.query('select from auth.users where id = $1 for update', [user.id]);
      expect(await remove()).toEqual([504, 'request_timeout']);
    });
    expect(await remove()).toEqual([422, 'single_identity_not_deletable']);
  });

  it('a token that was made for another audience', async () => {
    const { client, user } = await signUp(harness);
    await harness.database.query("update auth.users set aud = 'elsewhere' where id = $1", [
      user.id,
    ]);
    const { data } = await client.refreshSession();
    const headers = bearer(data.session?.access_token ?? '');
    const path = `/user/identities/${user.identities?.[0]?.identity_id}`;
    const removed = harness.request(path, { method: 'DELETE', headers });
    expect(await outcome(removed)).toEqual([403, 'unexpected_audience']);
    const asked = harness.request('/user', { headers });
    expect(await outcome(asked)).toEqual([400, 'validation_failed']);
  });

  it('a person’s token with an administrator’s role, after they have signed out', async () => {
    const { client, user, email: own } = await signUp(harness);
    await harness.database.query("update auth.users set role = 'service_role' where id = $1", [
      user.id,
    ]);
    await client.signInWithPassword({ email: own, password });
    const { data } = await client.getSession();
    const list = () =>
      harness.request('/admin/users', { headers: bearer(data.session?.access_token ?? '') });
    expect((await list()).status).toBe(200);
    await client.signOut();
    expect(await outcome(list())).toEqual([403, 'session_not_found']);
  });
});
