import { createAltcha } from '@muster/backend';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { Refused } from '../engine/refusal.ts';
import { createFixedSettings } from '../page/settings.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { askTimes } from '../testing/ask-times.ts';
import { mountCaptcha } from './api-captcha.ts';

let own: ApiLeague;
beforeAll(async () => {
  own = await createApiLeague();
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(() => own.database.query('delete from private.rate_limits'));

/** Asks for work from an address; with none to be had where the league asks for none. */
async function ask(address: string, hasCaptcha = true) {
  const config = parseConfig({});
  const captcha = createAltcha({ database: own.database, secret: 's'.repeat(32) });
  const app = new Hono().onError((error, context) => {
    if (error instanceof Refused) {
      return context.json({ error: error.refusal }, error.status);
    }
    throw error;
  });
  mountCaptcha(app, {
    ...{ config, settings: createFixedSettings(config), league: own.league },
    ...(hasCaptcha ? { captcha } : {}),
    resolveContext: async () => ({
      ...{ database: own.database, viewer: null, locale: 'en', zone: 'UTC' },
      now: own.league.now(),
    }),
  });
  const bindings = { incoming: { socket: { remoteAddress: address } } };
  return app.request('http://localhost:3000/captcha', {}, bindings);
}

it('work is given to whoever asks, and none where the league asks for none', async () => {
  const answer = await ask('192.0.2.1');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ parameters: { algorithm: 'PBKDF2/SHA-256' } });
  const none = await ask('192.0.2.1', false);
  expect([none.status, await none.json()]).toEqual([
    ...[404, { error: { code: 'not_found', params: { what: 'captcha', id: '' } } }],
  ]);
});

it('work is given sixty times a minute to one network', async () => {
  const statuses = await askTimes(61, () => ask('192.0.2.1'));
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429]);
  expect((await ask('192.0.2.2')).status).toBe(200);
  const begun = own.league.now().getTime();
  own.moveTo(new Date(begun + 999).toISOString());
  expect((await ask('192.0.2.1')).status).toBe(429);
  own.moveTo(new Date(begun + 1000).toISOString());
  expect(await askTimes(2, () => ask('192.0.2.1'))).toEqual([200, 429]);
  // Neighbours of one household are one.
  const statuses6 = await askTimes(60, () => ask('2001:db8::1'));
  expect([statuses6.at(-1), (await ask('2001:db8::2')).status]).toEqual([200, 429]);
});
