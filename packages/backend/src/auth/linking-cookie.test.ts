import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { type AuthConfigInput, resolveAuthConfig } from './config.ts';
import type { Auth, AuthEnv } from './context.ts';
import { answerFailure } from './error-response.ts';
import { bindToBrowser, requireSameBrowser } from './linking-cookie.ts';

/** By what a browser is known in which somebody has begun to link an account. */

function open(settings: AuthConfigInput = {}, secret = 'league') {
  const keys = { secret: new TextEncoder().encode(secret) };
  const auth = { config: resolveAuthConfig(settings), keys } as Auth;
  const app = new Hono<AuthEnv>();
  app.onError(answerFailure);
  app.get('/begin/:flow', async (context) => {
    await bindToBrowser(auth, context, context.req.param('flow'));
    return context.body(null, 204);
  });
  app.get('/finish/:flow', (context) => {
    requireSameBrowser(auth, context, context.req.param('flow'));
    return context.body(null, 204);
  });
  return {
    begin: async (flow: string) => {
      const answer = await app.request(`http://localhost:5173/begin/${flow}`);
      return answer.headers.get('set-cookie') ?? '';
    },
    finish: async (flow: string, cookie = '') => {
      const headers = { cookie: cookie.split(';')[0] ?? '' };
      const answer = await app.request(`http://localhost:5173/finish/${flow}`, { headers });
      return answer.headers.get('x-sb-error-code') ?? answer.status;
    },
  };
}

describe('the cookie', () => {
  const parts = (cookie: string) => cookie.split('; ').slice(1).sort();

  it('lasts as long as the linking may, and is for the service alone', async () => {
    expect(parts(await open().begin('one'))).toEqual([
      'HttpOnly',
      'Max-Age=300',
      'Path=/auth/v1',
      'SameSite=Lax',
    ]);
    const settings = { external: { flowStateExpirySeconds: 77 } };
    expect(parts(await open(settings).begin('one'))).toContain('Max-Age=77');
  });

  it('goes over encrypted connections alone where the service is reached by them', async () => {
    const cookie = await open({ externalUrl: 'https://api.league.example/base/' }).begin('one');
    expect(parts(cookie)).toContain('Secure');
    expect(parts(cookie)).toContain('Path=/base');
  });
});

describe('a linking is finished', () => {
  it('in the browser in which it was begun', async () => {
    const { begin, finish } = open();
    expect(await finish('one', await begin('one'))).toBe(204);
  });

  it('in no other, nor by the mark of another linking or another league', async () => {
    const { begin, finish } = open();
    expect(await finish('one')).toBe('bad_oauth_state');
    expect(await finish('one', 'muster-linking=')).toBe('bad_oauth_state');
    expect(await finish('one', await begin('two'))).toBe('bad_oauth_state');
    expect(await finish('one', await open({}, 'other').begin('one'))).toBe('bad_oauth_state');
  });

  it('in any where the operator says so', async () => {
    const { finish } = open({ security: { bindLinkingToBrowser: false } });
    expect(await finish('one')).toBe(204);
  });
});
