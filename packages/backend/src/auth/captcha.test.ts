import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { requireCaptcha } from './captcha.ts';
import { resolveAuthConfig } from './config.ts';
import type { Auth, AuthEnv } from './context.ts';
import { answerFailure } from './error-response.ts';

/** Who judges a captcha's answer, and what is said where there is none. */

function open(captchaEnabled: boolean) {
  const asked: string[][] = [];
  const auth = {
    config: resolveAuthConfig({ security: { captchaEnabled } }),
    verifyCaptcha: async (solution: string, address: string) => {
      asked.push([solution, address]);
      return solution === 'right';
    },
  } as Auth;
  const app = new Hono<AuthEnv>();
  app.onError(answerFailure);
  app.post('/', requireCaptcha(auth), async (context) => context.text(await context.req.text()));
  const ask = async (body: object) => {
    const init = { method: 'POST', body: JSON.stringify(body) };
    const answer = await app.request('/', init, { clientAddress: '192.0.2.1' });
    return { status: answer.status, text: await answer.text() };
  };
  return { ask, asked };
}

const withAnswer = (captcha_token: unknown) => ({ gotrue_meta_security: { captcha_token } });

describe('where captchas are on', () => {
  it('whoever is asked hears from where the answer comes, and what follows reads the whole body', async () => {
    const { ask, asked } = open(true);
    const body = { ...withAnswer('right'), email: 'ann@a.example' };
    expect(await ask(body)).toEqual({ status: 200, text: JSON.stringify(body) });
    expect(asked).toEqual([['right', '192.0.2.1']]);
  });

  it('a wrong answer is called wrong', async () => {
    const { status, text } = await open(true).ask(withAnswer('wrong'));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toEqual({
      code: 400,
      error_code: 'captcha_failed',
      msg: 'captcha protection: request disallowed (the solution is wrong)',
    });
  });

  it.each([{}, { gotrue_meta_security: null }, withAnswer(null), withAnswer('')])(
    'nobody is asked about no answer: %j',
    async (body) => {
      const { ask, asked } = open(true);
      const { status, text } = await ask(body);
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({
        msg: 'captcha protection: request disallowed (no captcha_token found)',
      });
      expect(asked).toEqual([]);
    },
  );
});

it('where they are off nobody is asked', async () => {
  const { ask, asked } = open(false);
  expect((await ask(withAnswer('wrong'))).status).toBe(200);
  expect(asked).toEqual([]);
});
