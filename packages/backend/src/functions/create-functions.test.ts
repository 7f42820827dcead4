import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseUnavailable } from '@muster/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFunctions, type Functions } from './create-functions.ts';

const apiKeys = { anon: 'a.a.a', serviceRole: 's.s.s', publishable: 'sb_p', secret: 'sb_s' };
const verified = {
  away: new DatabaseUnavailable('away', 'The database is away'),
  busy: new DatabaseUnavailable('busy', 'All connections are taken'),
  bad: new Error('bad'),
};

let functions: Functions;
const server = createServer((incoming, outgoing) => {
  const bindings = { clientAddress: '192.0.2.1', headers: { 'x-of-the-server': 'yes' } };
  if (!functions.handle(incoming, outgoing, bindings)) {
    outgoing.writeHead(418).end();
  }
});
beforeAll(async () => {
  functions = await createFunctions({
    config: {
      specs: [
        {
          ...{ name: 'own', entry: '/none.ts', importMap: null },
          ...{ verifyJwt: true, hosts: [], secrets: {} },
        },
      ],
      folder: '/',
      deno: { program: '/none', cache: '/none' },
      getLeague: () => ({ url: 'http://localhost', host: '127.0.0.1', port: 80 }),
      isPublic: () => false,
      onLine: () => undefined,
    },
    apiKeys,
    verify: async (token) => {
      throw verified[token as keyof typeof verified];
    },
    onError: (error) => {
      throw error;
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  server.close();
  await functions.close();
});

const ask = (path: string, token = 'bad') =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });

test.each([
  ['bad', 401, 'UNAUTHORIZED', null],
  ['away', 503, 'UNAVAILABLE', '2'],
  ['busy', 503, 'UNAVAILABLE', '1'],
])('a token of which nothing is known since it is %s is answered %d', async (token, ...told) => {
  const answer = await ask('/functions/v1/own', token);
  const { code } = await answer.json();
  expect([answer.status, code, answer.headers.get('retry-after')]).toEqual(told);
  expect(answer.headers.get('x-relay-error')).toBe('true');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  expect(answer.headers.get('x-of-the-server')).toBe('yes');
});

test.each([
  ['/functions/v1/own', 401],
  ['/functions/v1?own', 404],
  ['/functions/v1', 404],
  ['/functions/v10/own', 418],
  ['/functions/v2/own', 418],
  ['/rest/v1/functions/v1/own', 418],
  ['/', 418],
])('of %s it is decided whether it is a call: %d', async (path, status) => {
  expect((await ask(path)).status).toBe(status);
});
