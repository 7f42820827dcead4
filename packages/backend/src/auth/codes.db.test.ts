import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthHarness, createAuthHarness, signInWithProvider } from './testing/auth-harness.ts';
import { post, signUp } from './testing/requests.ts';

let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    external: { phone: { enabled: true } },
    sms: { testOtp: { '15550001111': '123456' } },
  });
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

const lastMail = (to: string) => harness.mails.filter((mail) => mail.to === to).at(-1);

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
    // A hash stands in a mail's link; what a phone is sent is typed with its number.
    ['/verify', { type: 'sms', token_hash: 'y' }, 400, 'validation_failed'],
    ['/verify', { type: 'phone_change', token_hash: 'y' }, 400, 'validation_failed'],
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

  it('asks nobody at an address that no mail can reach', async () => {
    const made = { id: '77', username: 'mailless', email: '77@people.invalid', verified: true };
    harness.provider.add(made);
    const client = harness.createClient();
    await signInWithProvider(harness, client, made.username);
    const email = 'first@players.example';
    await client.updateUser({ email });
    expect(lastMail(made.email)).toBeUndefined();
    const token = lastMail(email)?.code ?? '';
    const { data } = await client.verifyOtp({ email, token, type: 'email_change' });
    expect(data.user).toMatchObject({ email, app_metadata: { providers: ['discord', 'email'] } });
    const again = await signInWithProvider(harness, client, made.username);
    expect(again.user).toMatchObject({ id: data.user?.id, email });
  });

  it('refuses an address that somebody has', async () => {
    await harness.createClient().signUp({
      email: 'new@players.example',
      password: 'correct horse',
    });
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
  /** Two attempts at one contact, whatever else is allowed. */
  const twice = { enabled: true, contact: { requests: 2, perSeconds: 86_400 } };

  it('tell nobody by the duration of an answer whether an address is known', async () => {
    await using even = await createAuthHarness({ security: { evenAnswerMilliseconds: 120 } });
    const started = performance.now();
    const response = await post(even, '/recover', { email: 'nobody@b.example' });
    expect(response.status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(119);
  });

  it('do not count what comes from this machine unless that is asked for', async () => {
    await using open = await createAuthHarness({
      rateLimits: { enabled: true, countLoopback: false, burst: 1 },
    });
    const ask = () => post(open, '/otp', { email: 'nobody@b.example', create_user: false });
    expect([(await ask()).status, (await ask()).status]).toEqual([422, 422]);
  });

  it('refuses an address that asks too often, whichever process answers', async () => {
    await using limited = await createAuthHarness({
      rateLimits: { enabled: true, burst: 3, otp: { requests: 30, perSeconds: 300 } },
    });
    limited.stopClock();
    const ask = () => post(limited, '/otp', { email: 'nobody@b.example', create_user: false });
    const statuses = [];
    for (let turn = 0; turn < 4; turn += 1) {
      statuses.push((await ask()).status);
    }
    expect(statuses).toEqual([422, 422, 422, 429]);
    limited.advance(11);
    expect((await ask()).status).toBe(422);
    expect(await (await ask()).json()).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
  });

  it('refuses an address that begins too many sign-ins at a provider, and writes no row then', async () => {
    await using limited = await createAuthHarness({
      mailer: { autoconfirm: true },
      security: { manualLinkingEnabled: true },
      rateLimits: { enabled: true, authorize: { requests: 3, perSeconds: 300 } },
    });
    const { headers } = await signUp(limited);
    const begin = async (path: string, init = {}) =>
      (await limited.request(`${path}?provider=discord`, init)).status;
    const statuses = [
      await begin('/authorize'),
      await begin('/user/identities/authorize', { headers }),
      await begin('/authorize'),
      await begin('/authorize'),
      await begin('/user/identities/authorize', { headers }),
    ];
    expect(statuses).toEqual([302, 302, 302, 429, 429]);
    const [row] = await limited.database.query<{ count: number }>(
      'select count(*)::int as count from auth.flow_state',
    );
    expect(row?.count).toBe(3);
    limited.advance(101);
    expect(await begin('/authorize')).toBe(302);
  });

  it('refuses an address that comes back from a provider too often, before the provider is asked', async () => {
    await using limited = await createAuthHarness({
      rateLimits: { enabled: true, callback: { requests: 3, perSeconds: 300 } },
    });
    limited.stopClock();
    const begun = await limited.request('/authorize?provider=discord');
    const sent = new URL(begun.headers.get('location') ?? '').searchParams;
    const back = `/callback?state=${sent.get('state')}`;
    const comeBack = async (path: string, init = {}) => (await limited.request(path, init)).status;
    const statuses = [
      await comeBack(back),
      await comeBack('/callback', { method: 'POST' }),
      await comeBack('/callback?state=none'),
      await comeBack(back),
      await comeBack('/callback', { method: 'POST' }),
    ];
    expect(statuses).toEqual([302, 302, 302, 429, 429]);
    limited.advance(101);
    expect(await comeBack(back)).toBe(302);
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

  it.each([
    ['an address of 255 characters', { email: `${'a'.repeat(253)}@b` }, 1],
    ['one of 256', { email: `${'a'.repeat(254)}@b` }, 0],
    ['more than a key may have', { email: randomBytes(4096).toString('base64') }, 0],
    ['an address of another form', { email: 'jörg@b.example' }, 1],
    ['a number of 15 digits', { phone: '+155 500 011 112 222' }, 1],
    ['one of 16', { phone: '+155 500 011 112 2223' }, 0],
    ['no number', { phone: 'x'.repeat(4096) }, 0],
  ])('counts attempts at what an account could have alone: %s', async (_what, contact, counted) => {
    await using limited = await createAuthHarness({
      external: { phone: { enabled: true } },
      rateLimits: { enabled: true, countLoopback: false },
    });
    const json = { ...contact, password: 'x' };
    const answer = await post(limited, '/token?grant_type=password', json);
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'invalid_credentials']);
    const keys = await limited.database.query('select key from private.rate_limits');
    expect(keys).toHaveLength(counted);
  });

  it('refuses guesses at a code after a while, and takes no hash that a guess was made into', async () => {
    await using limited = await createAuthHarness({ rateLimits: twice });
    const email = 'target@b.example';
    await post(limited, '/otp', { email });
    const [mail] = limited.mails;
    const token_hash = createHash('sha224').update(`${email}${mail?.code}`).digest('hex');
    const made = await post(limited, '/verify', { token_hash, type: 'email' });
    expect([made.status, (await made.json()).code]).toEqual([403, 'otp_expired']);
    const guess = () => post(limited, '/verify', { email, token: '000000x', type: 'email' });
    expect([(await guess()).status, (await guess()).status]).toEqual([403, 403]);
    expect((await guess()).status).toBe(429);
    // The link itself is no guess.
    const followed = await fetch(mail?.link ?? '', { redirect: 'manual' });
    expect(followed.headers.get('location')).toContain('access_token=');
  });

  it('refuses guesses at a second factor after a while, wherever they come from', async () => {
    await using limited = await createAuthHarness({
      mailer: { autoconfirm: true },
      rateLimits: twice,
    });
    const { client, headers } = await signUp(limited);
    const { data: factor } = await client.mfa.enroll({ factorType: 'totp' });
    const guess = async () => {
      const path = `/factors/${factor?.id}/verify`;
      const json = { challenge_id: crypto.randomUUID(), code: '000000' };
      return (await post(limited, path, json, headers)).status;
    };
    expect([await guess(), await guess(), await guess()]).toEqual([422, 422, 429]);
  });

  it('refuses guesses at the old password by whoever has a session', async () => {
    await using limited = await createAuthHarness({
      mailer: { autoconfirm: true },
      security: { updatePasswordRequireCurrentPassword: true },
      rateLimits: twice,
    });
    const { client } = await signUp(limited);
    const guess = async () => {
      const json = { password: 'another horse', current_password: 'x' };
      return (await client.updateUser(json)).error?.code;
    };
    expect([await guess(), await guess(), await guess()]).toEqual([
      'current_password_invalid',
      'current_password_invalid',
      'over_request_rate_limit',
    ]);
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
