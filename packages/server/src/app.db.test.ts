import type { Database } from '@muster/database';
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

/** The server of which each part says who it is, and what it was asked. */
function compose(
  database: Database,
  { environment = {}, isStopping = false, site = new Hono(), log = pino({ level: 'silent' }) } = {},
) {
  const say = (name: string) =>
    new Hono().all('*', (context) =>
      context.text(`${name} ${context.req.method}`, 200, { 'x-part': name }),
    );
  site.all('*', (context) => context.text('site'));
  return createApp({
    ...{ config: parseConfig(environment), database, log, site },
    backend: {
      fetch: (request, { clientAddress }) =>
        new Response(`backend ${new URL(request.url).pathname} ${clientAddress}`),
    },
    api: { reads: say('reads'), writes: say('writes') },
    development: say('development'),
    isStopping: () => isStopping,
  });
}
const ask = async (app: Hono, path: string, init: RequestInit = {}, bindings = {}) => {
  const answer = await app.request(`http://localhost:3000${path}`, init, bindings);
  return `${answer.status} ${await answer.text()}`;
};

it('is ready while it may get visitors and its database answers, and lives all the while', async () => {
  await using own = await createTestDatabase();
  const app = compose(own.database);
  expect(await ask(app, '/readyz')).toBe('200 ready');
  const stopping = compose(own.database, { isStopping: true });
  expect([await ask(stopping, '/readyz'), await ask(stopping, '/healthz')]).toEqual([
    ...['503 stopping', '200 ok'],
  ]);
  await own.database.query('alter table public.ladders rename to gone');
  expect([await ask(app, '/readyz'), await ask(app, '/healthz')]).toEqual([
    ...['503 database unreachable', '200 ok'],
  ]);
});

it('hands each request to the part that answers it, and of the API what only reads to another than what writes', async () => {
  await using own = await createTestDatabase();
  const app = compose(own.database);
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    expect(await ask(app, '/api/x', { method })).toBe(
      `200 ${method === 'GET' ? 'reads' : 'writes'} ${method}`,
    );
  }
  const head = await app.request('http://localhost:3000/api/x', { method: 'HEAD' });
  expect(head.headers.get('x-part')).toBe('reads');
  const socket = { remoteAddress: '192.0.2.7' };
  for (const name of ['auth', 'rest', 'realtime', 'storage', 'functions']) {
    const path = `/${name}/v1/x`;
    expect(await ask(app, path, {}, { incoming: { socket } })).toBe(
      `200 backend ${path} 192.0.2.7`,
    );
  }
  expect(await ask(app, '/graphql/v1/x')).toBe('200 site');
  // What this machine alone may look at is to others a page like any.
  const here = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
  const headers = { host: 'localhost:3000' };
  expect(await ask(app, '/dev/mail', { headers }, here)).toBe('200 development GET');
  expect(await ask(app, '/dev/mail', { headers }, { incoming: { socket } })).toBe('200 site');
});

it('says of every answer how it is to be taken, and lets a page say for itself where it is framed', async () => {
  await using own = await createTestDatabase();
  const site = new Hono();
  site.get('/framed', (context) => {
    context.header('x-frame-options', 'SAMEORIGIN');
    context.header('referrer-policy', 'unsafe-url');
    return context.text('framed');
  });
  const app = compose(own.database, { site });
  const read = async (path: string) => {
    const { headers } = await app.request(`http://localhost:3000${path}`);
    return ['x-frame-options', 'referrer-policy', 'x-content-type-options'].map((name) =>
      headers.get(name),
    );
  };
  const rest = ['strict-origin-when-cross-origin', 'nosniff'];
  expect(await read('/')).toEqual(['DENY', ...rest]);
  expect(await read('/framed')).toEqual(['SAMEORIGIN', ...rest]);
});

it('writes down what failed and where, and nothing of who left in the middle of their own request', async () => {
  await using own = await createTestDatabase();
  const lines: unknown[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) });
  const site = new Hono();
  site.onError((error) => {
    throw error;
  });
  site.get('/broken', () => {
    throw new Error('broken');
  });
  site.post('/left', () => {
    throw Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  });
  const app = compose(own.database, { site, log });
  const left = await app.request('http://localhost:3000/left', { method: 'POST' });
  expect([left.status, lines]).toEqual([500, []]);
  const broken = await app.request('http://localhost:3000/broken');
  expect([broken.status, (await broken.json()).error.code]).toEqual([500, 'internal_error']);
  expect(lines).toMatchObject([
    { msg: 'request failed', method: 'GET', path: '/broken', err: { message: 'broken' } },
  ]);
});
