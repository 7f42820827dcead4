import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';

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
    { isLeakedPassword: (password) => password === 'password1' },
  );
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await auto[Symbol.asyncDispose]();
});

const post = (on: AuthHarness, path: string, json: unknown) =>
  on.request(path, { method: 'POST', json });

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

describe('codes and links without a password', () => {
  it('makes an account by a code, and knows it again', async () => {
    const email = 'otp@players.example';
    const client = harness.createClient();
    expect((await client.signInWithOtp({ email })).error).toBeNull();
    const first = await client.verifyOtp({
      email,
      token: lastMail(email)?.code ?? '',
      type: 'email',
    });
    harness.advance(61);
    await client.signInWithOtp({ email });
    expect(lastMail(email)?.kind).toBe('magic_link');
    const second = await client.verifyOtp({
      email,
      token: lastMail(email)?.code ?? '',
      type: 'magiclink',
    });
    expect(second.data.user?.id).toBe(first.data.user?.id);
  });

  it('makes none where that is not wanted', async () => {
    const { error } = await harness.createClient().signInWithOtp({
      email: 'stranger@players.example',
      options: { shouldCreateUser: false },
    });
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
  });

  it('refuses a code that is too old', async () => {
    const email = 'late@players.example';
    const client = harness.createClient();
    await client.signInWithOtp({ email });
    harness.advance(86_401);
    const token = lastMail(email)?.code ?? '';
    const { error } = await client.verifyOtp({ email, token, type: 'email' });
    expect(error).toMatchObject({ status: 403, code: 'otp_expired' });
  });

  it('refuses the code of one person from another', async () => {
    const client = harness.createClient();
    await client.signInWithOtp({ email: 'one@players.example' });
    await client.signInWithOtp({ email: 'two@players.example' });
    const { error } = await client.verifyOtp({
      email: 'two@players.example',
      token: lastMail('one@players.example')?.code ?? '',
      type: 'email',
    });
    expect(error).toMatchObject({ code: 'otp_expired' });
  });

  it('sends what is waited for once more, and else nothing to nobody', async () => {
    const client = harness.createClient();
    const email = 'again@players.example';
    await client.signUp({ email, password: 'correct horse' });
    const first = lastMail(email)?.code ?? '';
    harness.advance(61);
    expect((await client.resend({ type: 'signup', email })).error).toBeNull();
    const old = await client.verifyOtp({ email, token: first, type: 'signup' });
    expect(old.error).not.toBeNull();
    const fresh = lastMail(email)?.code ?? '';
    expect((await client.verifyOtp({ email, token: fresh, type: 'signup' })).error).toBeNull();
    const count = harness.mails.length;
    await client.resend({ type: 'signup', email });
    await client.resend({ type: 'signup', email: 'unknown@players.example' });
    expect((await client.resetPasswordForEmail('unknown@players.example')).error).toBeNull();
    expect(harness.mails).toHaveLength(count);
  });

  it.each([
    ['/otp', {}, 400, 'validation_failed'],
    ['/otp', { email: 'a@b.example', phone: '1555' }, 400, 'validation_failed'],
    ['/otp', { email: 'a@b.example', channel: 'sms' }, 400, 'validation_failed'],
    ['/otp', { phone: '1555', channel: 'pigeon' }, 400, 'validation_failed'],
    ['/magiclink', {}, 422, 'validation_failed'],
    ['/recover', {}, 400, 'validation_failed'],
    ['/recover', { email: 'x' }, 400, 'validation_failed'],
    ['/resend', { type: 'x', email: 'a@b.example' }, 400, 'validation_failed'],
    ['/resend', { type: 'signup', phone: '1555' }, 400, 'validation_failed'],
    ['/resend', { type: 'sms', email: 'a@b.example' }, 400, 'validation_failed'],
    ['/resend', { type: 'signup' }, 400, 'validation_failed'],
    ['/verify', {}, 400, 'validation_failed'],
    ['/verify', { type: 'signup' }, 400, 'validation_failed'],
    ['/verify', { type: 'signup', token: 'x', token_hash: 'y' }, 400, 'validation_failed'],
    ['/verify', { type: 'x', token_hash: 'y' }, 400, 'validation_failed'],
    ['/verify', { type: 'signup', token: 'x', phone: '1555' }, 400, 'validation_failed'],
    [
      '/verify',
      { type: 'signup', token_hash: 'y', email: 'a@b.example' },
      400,
      'validation_failed',
    ],
    ['/verify', { type: 'email', token: '123456', email: 'a@b.example' }, 403, 'otp_expired'],
    ['/verify', { type: 'email', token_hash: 'abc' }, 403, 'otp_expired'],
  ])('%s refuses %j', async (path, json, status, code) => {
    const response = await post(harness, path, json);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code });
  });
});

describe('a change of address', () => {
  it('needs the agreement of both addresses', async () => {
    const email = 'old@players.example';
    const next = 'next@players.example';
    const client = harness.createClient();
    await client.signInWithOtp({ email });
    await client.verifyOtp({ email, token: lastMail(email)?.code ?? '', type: 'email' });
    const asked = await client.updateUser({ email: next });
    expect(asked.data.user).toMatchObject({ email, new_email: next });
    const both = [email, next].map((to) => lastMail(to));
    expect(both.map((mail) => mail?.kind)).toEqual(['email_change_current', 'email_change_new']);
    const half = await client.verifyOtp({
      email: next,
      token: both[1]?.code ?? '',
      type: 'email_change',
    });
    expect(half.data.session).toBeNull();
    const twice = await client.verifyOtp({
      email: next,
      token: both[1]?.code ?? '',
      type: 'email_change',
    });
    expect(twice.error).toMatchObject({ code: 'otp_expired' });
    const whole = await client.verifyOtp({
      email,
      token: both[0]?.code ?? '',
      type: 'email_change',
    });
    expect(whole.data.user?.email).toBe(next);
    expect(whole.data.user?.new_email).toBeUndefined();
  });

  it('refuses an address that somebody has', async () => {
    const client = harness.createClient();
    const email = 'taker@players.example';
    await client.signInWithOtp({ email });
    await client.verifyOtp({ email, token: lastMail(email)?.code ?? '', type: 'email' });
    const { error } = await client.updateUser({ email: 'new@players.example' });
    expect(error).toMatchObject({ status: 422, code: 'email_exists' });
  });
});

describe('phones', () => {
  it('signs up by a text message', async () => {
    const client = harness.createClient();
    const phone = '+1 555 000 2222';
    await client.signUp({ phone, password: 'correct horse' });
    const text = harness.texts.at(-1);
    expect(text).toMatchObject({ phone: '15550002222', channel: 'sms' });
    expect(text?.text).toBe(`Your code is ${text?.code}`);
    const { data, error } = await client.verifyOtp({
      phone,
      token: text?.code ?? '',
      type: 'sms',
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone: '15550002222', email: '' });
    expect(
      (await client.signInWithPassword({ phone, password: 'correct horse' })).error,
    ).toBeNull();
  });

  it('takes the fixed code of a number in the test map and sends nothing', async () => {
    const client = harness.createClient();
    const count = harness.texts.length;
    await client.signInWithOtp({ phone: '15550001111' });
    const { error } = await client.verifyOtp({
      phone: '15550001111',
      token: '123456',
      type: 'sms',
    });
    expect(error).toBeNull();
    expect(harness.texts).toHaveLength(count);
    harness.advance(61);
    const again = await client.signInWithOtp({ phone: '15550001111' });
    expect(again.data.messageId).toBe('test-otp');
  });
});

describe('limits', () => {
  it('refuses an address that asks too often, whichever process answers', async () => {
    await using limited = await createAuthHarness({
      rateLimits: { enabled: true, burst: 3, otp: { requests: 30, perSeconds: 300 } },
    });
    const ask = () => post(limited, '/otp', { email: 'nobody@b.example', create_user: false });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([422, 422, 422, 429]);
    limited.advance(11);
    expect((await ask()).status).toBe(422);
    expect(await (await ask()).json()).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
  });

  it('refuses guesses at one address after a while', async () => {
    await using limited = await createAuthHarness({
      rateLimits: { enabled: true, burst: 2 },
    });
    const guess = (email: string) =>
      post(limited, '/token?grant_type=password', { email, password: 'x' });
    await guess('target@b.example');
    await guess('target@b.example');
    expect((await guess('target@b.example')).status).toBe(429);
  });
});

describe('captchas', () => {
  it('are asked for where they are on', async () => {
    await using guarded = await createAuthHarness(
      { security: { captchaEnabled: true }, mailer: { autoconfirm: true } },
      { verifyCaptcha: async (solution) => solution === 'good' },
    );
    const client = guarded.createClient();
    const credentials = { email: 'a@b.example', password: 'correct horse' };
    expect((await client.signUp(credentials)).error).toMatchObject({ code: 'captcha_failed' });
    const solved = await client.signUp({ ...credentials, options: { captchaToken: 'good' } });
    expect(solved.error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
  });
});
