import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuthConfigInput } from './config.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';
import { bearer, post, refresh, signUp } from './testing/requests.ts';
import { createSoftwareAuthenticator } from './testing/software-authenticator.ts';

/** What is good for a while is good until its last instant, and no millisecond longer. */

const site = 'http://localhost:5173';
const day = 86_400;
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness({
    webauthn: { rpId: 'localhost', rpOrigins: [site] },
    external: { phone: { enabled: true } },
    passkeys: { enabled: true },
  });
  harness.stopClock();
});
afterAll(() => harness[Symbol.asyncDispose]());

let made = 0;
const newEmail = () => `expiry${++made}@players.example`;
const newPhone = () => `1555100${String(++made).padStart(4, '0')}`;
const verifier = 'v'.repeat(43);
const pkce = { code_challenge: verifier, code_challenge_method: 'plain' };

const lastMail = (of = harness) => {
  const mail = of.mails.at(-1);
  if (mail === undefined) {
    throw new Error('no mail was sent');
  }
  return mail;
};

/** The code of a refusal, or of what went well. */
async function outcome(answer: Response | Promise<Response>): Promise<string> {
  const { headers, status } = await answer;
  const location = headers.get('location') ?? '';
  const code = headers.get('x-sb-error-code') ?? /\berror_code=(\w+)/.exec(location)?.[1];
  return code ?? (status < 400 ? 'ok' : String(status));
}

const verify = (json: object) => post(harness, '/verify', json);

/** Somebody who has proved their address. */
async function join(of = harness) {
  const email = newEmail();
  const password = 'correct horse';
  const headers = bearer(await of.serviceRoleKey());
  await post(of, '/admin/users', { email, password, email_confirm: true }, headers);
  const answer = await post(of, '/token?grant_type=password', { email, password });
  const { access_token: token, refresh_token: refreshToken } = await answer.json();
  return { email, password, headers: bearer(token), refreshToken: String(refreshToken) };
}

async function exchange(location: string | null): Promise<Response> {
  const code = new URL(location ?? '', site).searchParams.get('code');
  return post(harness, '/token?grant_type=pkce', { auth_code: code, code_verifier: verifier });
}

type Try = () => Response | Promise<Response>;

/** What is good for how many seconds, by which code it is refused then, and how it is used. */
const things: readonly [string, number, string, () => Promise<Try>][] = [
  [
    'the code of a sign-up',
    day,
    'otp_expired',
    async () => {
      const email = newEmail();
      await post(harness, '/signup', { email, password: 'correct horse' });
      const { code } = lastMail();
      return () => verify({ type: 'signup', email, token: code });
    },
  ],
  [
    'the link of a sign-up',
    day,
    'otp_expired',
    async () => {
      await post(harness, '/signup', { email: newEmail(), password: 'correct horse' });
      const { link } = lastMail();
      return () => fetch(link, { redirect: 'manual' });
    },
  ],
  [
    'a link for a new password',
    day,
    'otp_expired',
    async () => {
      const { email } = await join();
      await post(harness, '/recover', { email });
      const { code } = lastMail();
      return () => verify({ type: 'recovery', email, token: code });
    },
  ],
  [
    'a code to sign in',
    day,
    'otp_expired',
    async () => {
      const { email } = await join();
      await post(harness, '/otp', { email });
      const { code } = lastMail();
      return () => verify({ type: 'email', email, token: code });
    },
  ],
  [
    'the code for a new address',
    day,
    'otp_expired',
    async () => {
      const { headers } = await join();
      const email = newEmail();
      await harness.request('/user', { method: 'PUT', headers, json: { email } });
      const code = harness.mails.findLast((mail) => mail.to === email)?.code;
      return () => verify({ type: 'email_change', email, token: code });
    },
  ],
  [
    'an invitation',
    day,
    'otp_expired',
    async () => {
      const email = newEmail();
      await post(harness, '/invite', { email }, bearer(await harness.serviceRoleKey()));
      const { code } = lastMail();
      return () => verify({ type: 'invite', email, token: code });
    },
  ],
  [
    'a code by text',
    60,
    'otp_expired',
    async () => {
      const phone = newPhone();
      await post(harness, '/otp', { phone });
      const token = harness.texts.at(-1)?.code;
      return () => verify({ type: 'sms', phone, token });
    },
  ],
  [
    'the code for a new number',
    60,
    'otp_expired',
    async () => {
      const { headers } = await join();
      const phone = newPhone();
      await harness.request('/user', { method: 'PUT', headers, json: { phone } });
      const token = harness.texts.at(-1)?.code;
      return () => verify({ type: 'phone_change', phone, token });
    },
  ],
  [
    'a code that a link was exchanged for',
    300,
    'flow_state_expired',
    async () => {
      const { email } = await join();
      await post(harness, '/otp', { email, ...pkce });
      // The mail waited to be read.
      harness.advance(3600);
      const followed = await fetch(lastMail().link, { redirect: 'manual' });
      return () => exchange(followed.headers.get('location'));
    },
  ],
  [
    'a sign-in at a provider',
    300,
    'bad_oauth_state',
    async () => {
      const id = String(++made);
      harness.provider.add({ id, username: id, email: newEmail(), verified: true });
      const begun = await harness.request(`/authorize?provider=discord&person=${id}`);
      const back = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
      return () => fetch(back.headers.get('location') ?? '', { redirect: 'manual' });
    },
  ],
  [
    'the code of a sign-in at a provider, from its beginning on',
    300,
    'flow_state_expired',
    async () => {
      const id = String(++made);
      harness.provider.add({ id, username: id, email: newEmail(), verified: true });
      const query = new URLSearchParams({ provider: 'discord', person: id, ...pkce });
      const begun = await harness.request(`/authorize?${query}`);
      const back = await fetch(begun.headers.get('location') ?? '', { redirect: 'manual' });
      const done = await fetch(back.headers.get('location') ?? '', { redirect: 'manual' });
      return () => exchange(done.headers.get('location'));
    },
  ],
  [
    'a question to a second factor',
    300,
    'mfa_challenge_expired',
    async () => {
      const { headers } = await join();
      const enrolled = await post(harness, '/factors', { factor_type: 'totp' }, headers);
      const { id, totp } = await enrolled.json();
      const asked = await post(harness, `/factors/${id}/challenge`, {}, headers);
      const { id: challenge_id } = await asked.json();
      const secret = Secret.fromBase32(totp.secret);
      return () => {
        const code = new TOTP({ secret }).generate({ timestamp: harness.now().getTime() });
        return post(harness, `/factors/${id}/verify`, { challenge_id, code }, headers);
      };
    },
  ],
  [
    'a question to a new passkey',
    300,
    'webauthn_challenge_expired',
    async () => {
      const { headers } = await join();
      const asked = await post(harness, '/passkeys/registration/options', {}, headers);
      const { challenge_id, options } = await asked.json();
      const credential = createSoftwareAuthenticator(site).create(options);
      return () =>
        post(harness, '/passkeys/registration/verify', { challenge_id, credential }, headers);
    },
  ],
  [
    'a question to a passkey',
    300,
    'webauthn_challenge_expired',
    async () => {
      const { headers } = await join();
      const authenticator = createSoftwareAuthenticator(site);
      const made = await post(harness, '/passkeys/registration/options', {}, headers);
      const { challenge_id: id, options } = await made.json();
      const credential = authenticator.create(options);
      const json = { challenge_id: id, credential };
      await post(harness, '/passkeys/registration/verify', json, headers);
      const asked = await post(harness, '/passkeys/authentication/options', {});
      const question = await asked.json();
      const { challenge_id } = question;
      const answer = authenticator.get(question.options);
      return () =>
        post(harness, '/passkeys/authentication/verify', { challenge_id, credential: answer });
    },
  ],
];

describe.each(things)('%s', (_what, seconds, refusal, prepare) => {
  it.each([
    ['just before its end', -0.001, 'ok'],
    ['at its end', 0, 'ok'],
    ['just after it', 0.001, refusal],
  ])('%s', async (_when, after, expected) => {
    const use = await prepare();
    harness.advance(seconds + after);
    expect(await outcome(use())).toBe(expected);
  });
});

describe('a person', () => {
  it('is shut out until the instant that their ban ends', async () => {
    const { email, password, headers } = await join();
    const end = new Date(harness.now().getTime() + 60_000);
    await harness.database.query('update auth.users set banned_until = $2 where email = $1', [
      email,
      end,
    ]);
    const enter = () => outcome(post(harness, '/token?grant_type=password', { email, password }));
    const read = () => outcome(harness.request('/user', { headers }));
    harness.advance(59.999);
    expect([await enter(), await read()]).toEqual(['user_banned', 'user_banned']);
    harness.advance(0.001);
    expect([await enter(), await read()]).toEqual(['ok', 'ok']);
  });

  it('is known by their token for an hour', async () => {
    const { headers } = await join();
    const second = harness.now().getTime() % 1000;
    // A token counts in whole seconds.
    harness.advance(3599 - second / 1000);
    expect(await outcome(harness.request('/user', { headers }))).toBe('ok');
    harness.advance(1);
    expect(await outcome(harness.request('/user', { headers }))).toBe('bad_jwt');
  });
});

/** Settings by which a session ends, after how many seconds, and with which word. */
const sessions: readonly [string, AuthConfigInput, number, string][] = [
  ['its time box', { sessions: { timeboxSeconds: 1000 } }, 1000, 'Session Expired'],
  ['inactivity', { sessions: { inactivityTimeoutSeconds: 500 } }, 500, '(Inactivity)'],
  [
    'one factor where there are two',
    { sessions: { allowLowAalSeconds: 200 } },
    200,
    '(Low AAL: User Needs MFA Verification)',
  ],
];

describe.each(sessions)('a session ends by %s', (_what, config, seconds, word) => {
  it('after its last instant', async () => {
    await using own = await createAuthHarness(config);
    own.stopClock();
    const person = await join(own);
    if (word.includes('AAL')) {
      await own.database.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
         select gen_random_uuid(), id, 'totp', 'verified', now(), now() from auth.users`,
      );
    }
    own.advance(seconds);
    const renewed = await refresh(own, person.refreshToken);
    expect(renewed.status).toBe(200);
    own.advance(word.includes('Inactivity') ? seconds + 0.001 : 0.001);
    const over = await refresh(own, renewed.body.refresh_token);
    expect([over.status, over.body.code]).toEqual([400, 'session_expired']);
    expect(over.body.message).toContain(word);
  });
});

describe('a session', () => {
  it('ends for good when somebody else said so', async () => {
    const { email, refreshToken } = await join();
    const end = new Date(harness.now().getTime() + 60_000);
    await harness.database.query(
      `update auth.sessions set not_after = $2
       where user_id = (select id from auth.users where email = $1)`,
      [email, end],
    );
    harness.advance(60);
    const renewed = await refresh(harness, refreshToken);
    expect(renewed.status).toBe(200);
    harness.advance(0.001);
    const over = await refresh(harness, renewed.body.refresh_token);
    expect(over.body.code).toBe('session_expired');
  });

  it('is of one factor only for whoever has no other', async () => {
    await using own = await createAuthHarness({ sessions: { allowLowAalSeconds: 200 } });
    own.stopClock();
    const { refreshToken } = await join(own);
    own.advance(100_000);
    expect((await refresh(own, refreshToken)).status).toBe(200);
  });

  it.each([
    [10, 200],
    [10.001, 400],
  ])('takes an ancestor of its token %d seconds later: %i', async (seconds, status) => {
    const { refreshToken } = await join();
    const second = await refresh(harness, refreshToken);
    await refresh(harness, second.body.refresh_token);
    harness.advance(seconds);
    expect((await refresh(harness, refreshToken)).status).toBe(status);
  });
});

describe('a new password where the owner must be there', () => {
  const open = async () => {
    const own = await createAuthHarness({
      security: { updatePasswordRequireReauthentication: true },
    });
    own.stopClock();
    const person = await join(own);
    // A token that lives as long as it is needed.
    const renew = async () => {
      const { body } = await refresh(own, person.refreshToken);
      return bearer(body.access_token);
    };
    const change = async (headers: Record<string, string>, nonce = '') =>
      outcome(
        own.request('/user', { method: 'PUT', headers, json: { password: 'other horse', nonce } }),
      );
    return { own, renew, change };
  };

  it.each([
    [day, 'ok'],
    [day + 0.001, 'reauthentication_needed'],
  ])('%d seconds after signing in: %s', async (seconds, expected) => {
    const { own, renew, change } = await open();
    await using _ = own;
    own.advance(seconds);
    expect(await change(await renew())).toBe(expected);
  });

  it.each([
    [day, 'ok'],
    [day + 0.001, 'reauthentication_not_valid'],
  ])('with a code that is %d seconds old: %s', async (seconds, expected) => {
    const { own, renew, change } = await open();
    await using _ = own;
    own.advance(2 * day);
    const headers = await renew();
    await own.request('/reauthenticate', { headers });
    const { code } = lastMail(own);
    own.advance(seconds);
    expect(await change(await renew(), code)).toBe(expected);
  });
});

it('a factor that was begun and never finished is forgotten after five minutes', async () => {
  await using own = await createAuthHarness({ mailer: { autoconfirm: true } });
  own.stopClock();
  const { headers } = await signUp(own);
  const enrol = (friendly_name: string) =>
    post(own, '/factors', { factor_type: 'totp', friendly_name }, headers);
  await enrol('one');
  own.advance(300);
  expect(await outcome(enrol('one'))).toBe('mfa_factor_name_conflict');
  own.advance(0.001);
  expect(await outcome(enrol('one'))).toBe('ok');
});
