import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Altcha, createAltcha } from './altcha.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';

let altcha: Altcha;
let harness: AuthHarness;
let guarded: AuthHarness;

beforeAll(async () => {
  guarded = await createAuthHarness(
    {
      security: { captchaEnabled: true, evenAnswerMilliseconds: 0 },
      passkeys: { enabled: true },
      saml: { enabled: true },
    },
    { verifyCaptcha: (solution, address) => altcha.verify(solution, address) },
  );
  harness = await createAuthHarness(
    {
      security: { captchaEnabled: true, evenAnswerMilliseconds: 0 },
      mailer: { autoconfirm: true },
    },
    { verifyCaptcha: (solution, address) => altcha.verify(solution, address) },
  );
  altcha = createAltcha({ database: harness.database, secret: 'league' });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await guarded[Symbol.asyncDispose]();
});

const toToken = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

async function solve(): Promise<string> {
  const challenge = await altcha.createChallenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  return toToken({ challenge, solution });
}

async function signUp(captchaToken?: string) {
  const email = `${crypto.randomUUID()}@example.org`;
  const options = captchaToken === undefined ? {} : { options: { captchaToken } };
  return harness.createClient().signUp({ email, password: 'correct horse', ...options });
}

it('lets nobody sign up without an answer', async () => {
  const { error } = await signUp();
  expect(error).toMatchObject({ code: 'captcha_failed', status: 400 });
});

it('takes an answer once, of two at the same time one', async () => {
  const token = await solve();
  const both = await Promise.all([signUp(token), signUp(token)]);
  expect(both.map(({ error }) => error?.code ?? 'ok').sort()).toEqual(['captcha_failed', 'ok']);
  expect((await signUp(token)).error?.code).toBe('captcha_failed');
});

it('takes no answer to a question that we did not ask, made easier, or was asked too long ago', async () => {
  const foreign = createAltcha({ database: harness.database, secret: 'theirs' });
  const theirs = await foreign.createChallenge();
  const solved = await solveChallenge({ challenge: theirs, deriveKey });
  expect((await signUp(toToken({ challenge: theirs, solution: solved }))).error?.code).toBe(
    'captcha_failed',
  );

  const mine = await altcha.createChallenge();
  const easier = { ...mine, parameters: { ...mine.parameters, cost: 1 } };
  const cheap = await solveChallenge({ challenge: easier, deriveKey });
  expect((await signUp(toToken({ challenge: easier, solution: cheap }))).error?.code).toBe(
    'captcha_failed',
  );

  const past = createAltcha({
    database: harness.database,
    secret: 'league',
    clock: () => new Date(Date.now() - 3_600_000),
  });
  const old = await past.createChallenge();
  const late = await solveChallenge({ challenge: old, deriveKey });
  expect((await signUp(toToken({ challenge: old, solution: late }))).error?.code).toBe(
    'captcha_failed',
  );
});

it('takes nonsense for what it is', async () => {
  for (const token of ['x', toToken(null), toToken({ challenge: {} }), 'A'.repeat(10_000)]) {
    expect((await signUp(token)).error?.code).toBe('captcha_failed');
  }
});

it.each([
  ['POST', '/token?grant_type=password', true],
  ['POST', '/token', true],
  ['POST', '/token?grant_type=refresh_token', false],
  ['POST', '/token?grant_type=pkce', false],
  ['POST', '/token?grant_type=id_token', false],
  ['POST', '/signup', true],
  ['POST', '/otp', true],
  ['POST', '/magiclink', true],
  ['POST', '/recover', true],
  ['POST', '/resend', true],
  ['POST', '/sso', true],
  ['POST', '/passkeys/authentication/options', true],
  ['POST', '/passkeys/authentication/verify', false],
  ['POST', '/verify', false],
  ['GET', '/verify', false],
  ['GET', '/authorize', false],
  ['POST', '/sso/saml/acs', false],
])('%s %s asks for an answer: %s', async (method, path, isAsked) => {
  const init = method === 'POST' ? { json: {} } : {};
  const { headers } = await guarded.request(path, { method, ...init });
  expect(headers.get('x-sb-error-code') === 'captcha_failed').toBe(isAsked);
  // An answer that is right lets the request through to what else may be wrong with it.
  if (isAsked) {
    const json = { gotrue_meta_security: { captcha_token: await solve() } };
    const solved = await guarded.request(path, { method, json });
    expect(solved.headers.get('x-sb-error-code')).not.toBe('captcha_failed');
  }
});

it('asks for so much work that a program has some with many', async () => {
  const { parameters } = await altcha.createChallenge();
  expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' });
});

it('takes an answer for ten minutes', async () => {
  const asked = async (secondsAgo: number) => {
    const past = createAltcha({
      database: harness.database,
      secret: 'league',
      clock: () => new Date(Date.now() - secondsAgo * 1000),
    });
    const challenge = await past.createChallenge();
    return toToken({ challenge, solution: await solveChallenge({ challenge, deriveKey }) });
  };
  // The library has the machine's clock: a minute is more than it needs.
  expect((await signUp(await asked(540))).error).toBeNull();
  expect((await signUp(await asked(601))).error?.code).toBe('captcha_failed');
});

it('takes an answer of 4,000 characters and none that is longer', async () => {
  const challenge = await altcha.createChallenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  const fill = (length: number) => {
    const bare = JSON.stringify({ challenge, solution, x: '' }).length;
    const bytes = (length / 4) * 3;
    return toToken({ challenge, solution, x: 'x'.repeat(bytes - bare) });
  };
  expect([fill(4000).length, fill(4004).length]).toEqual([4000, 4004]);
  expect(await altcha.verify(fill(4004), '')).toBe(false);
  expect(await altcha.verify(fill(4000), '')).toBe(true);
});
