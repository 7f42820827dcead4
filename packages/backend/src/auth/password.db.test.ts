import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { post } from './testing/requests.ts';

let harness: AuthHarness;
let auto: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    external: { phone: { enabled: true } },
    sms: { testOtp: { '15550001111': '123456' } },
  });
  auto = await createAuthHarness(
    {
      mailer: { autoconfirm: true, maxFrequencySeconds: 1 },
      external: { anonymousUsers: { enabled: true } },
      password: { requiredCharacters: ['0123456789'], rejectLeaked: true },
      security: { updatePasswordRequireCurrentPassword: true },
    },
    { isLeakedPassword: async (password) => password === 'password1' },
  );
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await auto[Symbol.asyncDispose]();
});

const lastMail = (to: string) => harness.mails.filter((mail) => mail.to === to).at(-1);

describe('signing up by address and password', () => {
  it('asks for proof, and the code from the mail opens the session', async () => {
    const email = 'new@players.example';
    const client = harness.createClient();
    const { data, error } = await client.signUp({
      email: 'New@Players.example',
      password: 'correct horse',
      options: { data: { full_name: 'New' } },
    });
    expect(error).toBeNull();
    expect(data.session).toBeNull();
    expect(data.user).toMatchObject({
      email,
      user_metadata: { full_name: 'New', email, email_verified: false },
      app_metadata: { provider: 'email', providers: ['email'] },
    });
    expect(data.user?.email_confirmed_at).toBeUndefined();
    const early = await client.signInWithPassword({ email, password: 'correct horse' });
    expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });

    const mail = lastMail(email);
    expect(mail?.code).toMatch(/^\d{6}$/);
    const verified = await client.verifyOtp({ email, token: mail?.code ?? '', type: 'email' });
    expect(verified.error).toBeNull();
    expect(verified.data.user?.email_confirmed_at).toBeDefined();
    expect(verified.data.user?.identities?.[0]?.identity_data).toMatchObject({
      email_verified: true,
    });
    const again = await client.verifyOtp({ email, token: mail?.code ?? '', type: 'email' });
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
    const signedIn = await client.signInWithPassword({ email, password: 'correct horse' });
    expect(signedIn.error).toBeNull();
  });

  it('follows the link with a challenge back to the site, where the code is exchanged', async () => {
    const email = 'link@players.example';
    const client = harness.createClient();
    await client.signUp({
      email,
      password: 'correct horse',
      options: { emailRedirectTo: `${harness.origin}/confirm` },
    });
    const link = lastMail(email)?.link ?? '';
    expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_[0-9a-f]{56}$/);
    const response = await fetch(link, { redirect: 'manual' });
    expect(response.status).toBe(303);
    const back = new URL(response.headers.get('location') ?? '');
    expect(back.pathname).toBe('/confirm');
    harness.advance(100);
    const { data, error } = await client.exchangeCodeForSession(
      back.searchParams.get('code') ?? '',
    );
    expect(error).toBeNull();
    expect(data.user?.email).toBe(email);

    const used = await fetch(link, { redirect: 'manual' });
    const refused = new URL(used.headers.get('location') ?? '');
    expect(used.status).toBe(303);
    expect(refused.searchParams.get('error_code')).toBe('otp_expired');
    expect(new URLSearchParams(refused.hash.slice(1)).get('error')).toBe('access_denied');
  });

  it('follows a link without a challenge to tokens in the fragment', async () => {
    const email = 'implicit@players.example';
    await post(harness, '/signup', { email, password: 'correct horse' });
    const response = await fetch(lastMail(email)?.link ?? '', { redirect: 'manual' });
    const hash = new URLSearchParams(new URL(response.headers.get('location') ?? '').hash.slice(1));
    expect(hash.get('type')).toBe('signup');
    expect(hash.get('access_token')).toBeTruthy();
  });

  it('says nothing of an account that exists', async () => {
    const response = await post(harness, '/signup', {
      email: 'new@players.example',
      password: 'another horse',
    });
    const body = await response.json();
    expect(response.status).toBe(200);
    expect(body).toMatchObject({ email: 'new@players.example', identities: [], role: '' });
    const [row] = await harness.database.query<{ id: string }>(
      `select id from auth.users where email = 'new@players.example'`,
    );
    expect(body.id).not.toBe(row?.id);
  });

  it('leaves no password of somebody else in an account that is proved later', async () => {
    const email = 'victim@players.example';
    const client = harness.createClient();
    await client.signUp({ email, password: 'the thief knows this' });
    harness.advance(61);
    await client.signUp({ email, password: 'the owner chose this' });
    await client.verifyOtp({ email, token: lastMail(email)?.code ?? '', type: 'signup' });
    const thief = await client.signInWithPassword({ email, password: 'the thief knows this' });
    expect(thief.error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('refuses a mail too soon after the last one', async () => {
    const body = { email: 'soon@players.example', password: 'correct horse' };
    await post(harness, '/signup', body);
    const response = await post(harness, '/signup', body);
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({
      code: 'over_email_send_rate_limit',
      message: expect.stringMatching(
        /^For security purposes, you can only request this after \d+ seconds\.$/,
      ),
    });
  });

  it('lets two who ask at once make one account', async () => {
    const body = { email: 'race@players.example', password: 'correct1horse' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => post(auto, '/signup', body)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status >= 500)).toHaveLength(0);
  });

  it.each([
    ['no password', { email: 'a@b.example' }, 400, 'validation_failed'],
    [
      'both contacts',
      { email: 'a@b.example', phone: '15550001112', password: 'horse1' },
      400,
      'validation_failed',
    ],
    [
      'a bad address',
      { email: 'a@b\r\nBcc: c@d.example', password: 'horse1' },
      400,
      'validation_failed',
    ],
    [
      'two addresses',
      { email: 'a@b.example,c@d.example', password: 'horse1' },
      400,
      'validation_failed',
    ],
    ['a bad number', { phone: '0', password: 'horse1' }, 400, 'validation_failed'],
    [
      'a challenge by phone',
      {
        phone: '15550001112',
        password: 'horse1',
        code_challenge: 'c'.repeat(43),
        code_challenge_method: 's256',
      },
      400,
      'validation_failed',
    ],
    ['a short password', { email: 'a@b.example', password: 'horse' }, 422, 'weak_password'],
    [
      'a long password',
      { email: 'a@b.example', password: 'h'.repeat(73) },
      400,
      'validation_failed',
    ],
    [
      'data that is no object',
      { email: 'a@b.example', password: 'horse1', data: 'x' },
      400,
      'bad_json',
    ],
    ['nothing', {}, 422, 'anonymous_provider_disabled'],
  ])('refuses %s and changes nothing', async (_case, json, status, code) => {
    const response = await post(harness, '/signup', json);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
    const rows = await harness.database.query(`select 1 from auth.users where email like 'a@b%'`);
    expect(rows).toEqual([]);
  });
});

describe('where nothing has to be proved', () => {
  it('signs in at once, and says that somebody is there', async () => {
    const client = auto.createClient();
    const credentials = { email: 'auto@players.example', password: 'correct1horse' };
    const { data, error } = await client.signUp(credentials);
    expect(error).toBeNull();
    expect(data.session?.access_token).toBeTruthy();
    const again = await client.signUp(credentials);
    expect(again.error).toMatchObject({ status: 422, code: 'user_already_exists' });
  });

  it('names every rule that a password breaks', async () => {
    for (const [password, reasons] of [
      ['abc', ['length', 'characters']],
      ['password1', ['pwned']],
    ] as const) {
      const { error } = await auto.createClient().signUp({ email: 'weak@b.example', password });
      expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons });
    }
  });

  it('lets somebody in without a name, who may take one later', async () => {
    const client = auto.createClient();
    const { data } = await client.signInAnonymously({ options: { data: { a: 1 } } });
    expect(data.user).toMatchObject({ is_anonymous: true, email: '', user_metadata: { a: 1 } });
    const refused = await client.updateUser({ password: 'correct1horse' });
    expect(refused.error).toMatchObject({ status: 422, code: 'validation_failed' });
    const named = await client.updateUser({ email: 'named@players.example' });
    expect(named.data.user).toMatchObject({
      id: data.user?.id,
      email: 'named@players.example',
      is_anonymous: false,
      app_metadata: { provider: 'email', providers: ['email'] },
    });
  });
});

describe('signing in by password', () => {
  it.each([
    ['an unknown address', { email: 'nobody@b.example', password: 'x' }, 'invalid_credentials'],
    ['a wrong password', { email: 'new@players.example', password: 'x' }, 'invalid_credentials'],
    ['no password', { email: 'new@players.example' }, 'invalid_credentials'],
    ['no contact', { password: 'x' }, 'validation_failed'],
    ['both', { email: 'a@b.example', phone: '1555', password: 'x' }, 'validation_failed'],
  ])('refuses %s', async (_case, json, code) => {
    const response = await post(harness, '/token?grant_type=password', json);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code });
  });
});

describe('a new password', () => {
  it('ends every other session and every code', async () => {
    const credentials = { email: 'change@players.example', password: 'correct1horse' };
    const [here, there] = [auto.createClient(), auto.createClient()];
    await here.signUp(credentials);
    await there.signInWithPassword(credentials);
    const missing = await here.updateUser({ password: 'better1horse' });
    expect(missing.error).toMatchObject({ code: 'current_password_required' });
    const wrong = await here.updateUser({ password: 'better1horse', current_password: 'no' });
    expect(wrong.error).toMatchObject({ code: 'current_password_invalid' });
    const same = await here.updateUser({
      password: 'correct1horse',
      current_password: 'correct1horse',
    });
    expect(same.error).toMatchObject({ status: 422, code: 'same_password' });
    const changed = await here.updateUser({
      password: 'better1horse',
      current_password: 'correct1horse',
    });
    expect(changed.error).toBeNull();
    expect((await here.refreshSession()).error).toBeNull();
    expect((await there.refreshSession()).error).not.toBeNull();
    const old = await there.signInWithPassword(credentials);
    expect(old.error).toMatchObject({ code: 'invalid_credentials' });
  });

  it('may be set without the old one by whoever followed the link for a forgotten one', async () => {
    const email = 'forgot@players.example';
    const client = auto.createClient();
    await client.signUp({ email, password: 'correct1horse' });
    await client.signOut();
    auto.advance(2);
    await client.resetPasswordForEmail(email, { redirectTo: `${auto.origin}/account` });
    const mail = auto.mails.filter((sent) => sent.to === email).at(-1);
    expect(mail?.kind).toBe('recovery');
    const response = await fetch(mail?.link ?? '', { redirect: 'manual' });
    const back = new URL(response.headers.get('location') ?? '');
    await client.exchangeCodeForSession(back.searchParams.get('code') ?? '');
    const { error } = await client.updateUser({ password: 'better1horse' });
    expect(error).toBeNull();
    expect((await client.signInWithPassword({ email, password: 'better1horse' })).error).toBeNull();
  });

  it('is not changed without a word to its owner, whoever changes it', async () => {
    await using telling = await createAuthHarness({
      mailer: { autoconfirm: true, notifications: { passwordChanged: true } },
      external: { phone: { enabled: true } },
      sms: { autoconfirm: true },
    });
    const told = () => telling.mails.filter(({ kind }) => kind === 'password_changed');
    const email = 'told@players.example';
    const client = telling.createClient();
    const { data } = await client.signUp({ email, password: 'correct horse' });
    await client.updateUser({ data: { colour: 'red' } });
    await client.updateUser({ password: 'correct horse' });
    expect(told()).toEqual([]);
    await client.updateUser({ password: 'better horse' });
    expect(told()).toHaveLength(1);
    expect(told()[0]).toMatchObject({ to: email, code: '', link: '', siteUrl: telling.origin });
    const { admin } = await telling.createAdmin();
    await admin.updateUserById(data.user?.id ?? '', { password: 'best horse' });
    expect(told()).toHaveLength(2);
    // Nobody writes to an address that may be somebody else's.
    const { data: made } = await admin.createUser({ email: 'unproved@players.example' });
    await admin.updateUserById(made.user?.id ?? '', { password: 'best horse' });
    const phone = telling.createClient();
    await phone.signUp({ phone: '15550009999', password: 'correct horse' });
    expect((await phone.updateUser({ password: 'better horse' })).error).toBeNull();
    expect(told()).toHaveLength(2);
  });

  it('may need a code by mail where that is asked for', async () => {
    await using strict = await createAuthHarness({
      mailer: { autoconfirm: true },
      security: { updatePasswordRequireReauthentication: true },
    });
    const email = 'strict@players.example';
    const client = strict.createClient();
    await client.signUp({ email, password: 'correct horse' });
    strict.advance(86_401);
    await client.refreshSession();
    const missing = await client.updateUser({ password: 'better horse' });
    expect(missing.error).toMatchObject({ status: 400, code: 'reauthentication_needed' });
    await client.reauthenticate();
    const mail = strict.mails.at(-1);
    expect(mail).toMatchObject({ kind: 'reauthentication', link: '' });
    const wrong = await client.updateUser({ password: 'better horse', nonce: '000000x' });
    expect(wrong.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
    const right = await client.updateUser({ password: 'better horse', nonce: mail?.code ?? '' });
    expect(right.error).toBeNull();
  });
});
