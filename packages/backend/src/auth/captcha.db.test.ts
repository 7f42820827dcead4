import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Altcha, createAltcha } from './altcha.ts';
import { type AuthHarness, createAuthHarness } from './testing/auth-harness.ts';

let altcha: Altcha;
let harness: AuthHarness;

beforeAll(async () => {
  harness = await createAuthHarness(
    {
      security: { captchaEnabled: true, evenAnswerMilliseconds: 0 },
      mailer: { autoconfirm: true },
    },
    { verifyCaptcha: (solution, address) => altcha.verify(solution, address) },
  );
  altcha = createAltcha({ database: harness.database, secret: 'league' });
});
afterAll(() => harness[Symbol.asyncDispose]());

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
