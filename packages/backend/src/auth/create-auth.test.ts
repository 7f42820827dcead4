import type { Database } from '@muster/database';
import { describe, expect, it } from 'vitest';
import { type CreateAuthOptions, createAuth } from './create-auth.ts';
import type { AuthKeys } from './keys.ts';

/** What every answer of the service has, whatever was asked: nothing here asks the database. */

function open(options: Partial<CreateAuthOptions> = {}) {
  const logged: unknown[] = [];
  const app = createAuth({
    database: {} as Database,
    keys: {} as AuthKeys,
    config: { rateLimits: { enabled: false } },
    log: (message, cause) => {
      logged.push([message, cause]);
    },
    ...options,
  });
  return { app, logged };
}

describe('an answer', () => {
  it('is kept by nobody, is what it says it is, and is for pages of every site', async () => {
    const { headers } = await open().app.request('/health', {
      headers: { origin: 'https://any.test' },
    });
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'X-Total-Count,Link,X-Supabase-Api-Version',
    });
  });

  it('to a browser that asks first names what it may send', async () => {
    const { status, headers } = await open().app.request('/token', {
      method: 'OPTIONS',
      headers: { origin: 'https://any.test', 'access-control-request-method': 'POST' },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,PATCH,DELETE');
    expect(headers.get('access-control-allow-headers')?.split(',')).toEqual([
      'Accept',
      'Authorization',
      'Content-Type',
      'apikey',
      'X-Client-IP',
      'X-Client-Info',
      'X-JWT-AUD',
      'x-use-cookie',
      'X-Supabase-Api-Version',
    ]);
  });

  it('to what is not there is that it is not there', async () => {
    const answer = await open().app.request('/nowhere');
    expect([answer.status, await answer.text()]).toEqual([404, '404 page not found\n']);
  });

  it('to a body of a mebibyte is about what it says, to one of a byte more that it is too large', async () => {
    const { app, logged } = open();
    const send = async (length: number) => {
      const answer = await app.request('/token?grant_type=magic', {
        method: 'POST',
        body: '{}'.padEnd(length),
        headers: { 'content-length': String(length) },
      });
      return [answer.status, answer.headers.get('x-sb-error-code')];
    };
    expect(await send(1_048_576)).toEqual([400, 'invalid_credentials']);
    expect(await send(1_048_577)).toEqual([413, 'request_entity_too_large']);
    expect(logged).toEqual([]);
  });
});

it('a failure of ours is logged with its cause, and its caller is not told', async () => {
  const gone = new Error('gone');
  const { app, logged } = open({ loadProviders: () => Promise.reject(gone) });
  const answer = await app.request('/settings');
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain('gone');
  expect(logged).toEqual([['auth request failed', gone]]);
});

describe('what nobody has brought along', () => {
  it('are providers of now, where they are those of the settings', async () => {
    const ask = async (options: Partial<CreateAuthOptions>) =>
      (await (await open(options).app.request('/settings')).json()).external;
    const discord = { clientIds: ['a'] };
    expect(await ask({ config: { external: { providers: { Discord: discord } } } })).toMatchObject({
      discord: true,
      github: false,
    });
    const now = { loadProviders: async () => ({ GitHub: discord }) };
    expect(await ask(now)).toMatchObject({ discord: false, github: true });
  });

  it('is somebody who judges captchas: every answer is wrong then', async () => {
    const { app } = open({ config: { security: { captchaEnabled: true } } });
    const answer = await app.request('/token', {
      method: 'POST',
      body: JSON.stringify({ gotrue_meta_security: { captcha_token: 'any' } }),
    });
    expect(answer.headers.get('x-sb-error-code')).toBe('captcha_failed');
  });
});
