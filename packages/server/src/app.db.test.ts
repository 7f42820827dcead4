import { createTestDatabase } from '@muster/database/testing';
import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createApp } from './app.ts';
import { parseConfig } from './config.ts';

const header = 'strict-transport-security';
const paths = ['/healthz', '/readyz', '/auth/v1/x', '/api/x', '/dev/x', '/', '/broken', '/nowhere'];

it.each([
  [{}, null],
  [{ SITE_URL: 'http://league.example' }, null],
  [{ SITE_URL: 'https://localhost:3000' }, null],
  [{ SITE_URL: 'https://league.example' }, 'max-age=31536000'],
])('tells browsers with %j on every answer: %s', async (environment, wanted) => {
  await using own = await createTestDatabase();
  const site = new Hono();
  site.onError((error) => {
    throw error;
  });
  site.get('/', (context) => context.html('home'));
  site.get('/broken', () => {
    throw new Error('broken');
  });
  const api = new Hono();
  api.get('/x', (context) => context.json({}));
  const app = createApp({
    config: parseConfig(environment),
    database: own.database,
    log: pino({ level: 'silent' }),
    backend: { fetch: () => new Response('backend', { status: 401 }) },
    api: { reads: api, writes: api },
    development: new Hono(),
    site,
    isStopping: () => false,
  });
  const statuses: number[] = [];
  for (const path of paths) {
    const answer = await app.request(`http://league.example${path}`);
    statuses.push(answer.status);
    expect([path, answer.headers.get(header)]).toEqual([path, wanted]);
  }
  expect(statuses).toEqual([200, 200, 401, 200, 404, 200, 500, 404]);
});
