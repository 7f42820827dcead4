import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { probeWay } from './probe-way.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

interface Said {
  status: number;
  body: string;
  /** Of the page to which a browser would be led. */
  page?: number;
}

/** What is found of a client whose provider says this to a code that nobody gave. */
async function probe({ status, body, page = 200 }: Said) {
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    if (request.url?.startsWith('/.well-known/') === true) {
      const names = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
      response.end(JSON.stringify({ issuer: url, ...names }));
    } else if (request.url === '/token') {
      response.writeHead(status).end(body);
    } else {
      response.writeHead(page).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = { provider: 'oidc', clientId: 'a', clientSecret: 'b' } as const;
  const issuer = `http://127.0.0.1:${port}`;
  const fault = await probeWay({ ...client, issuer }, 'https://league.test/callback');
  server.closeAllConnections();
  server.close();
  return fault?.code ?? null;
}

it('asks the token’s page for JSON and tells it our client and address, and the page for people what they would ask', async () => {
  const told: Record<string, string>[] = [];
  const server = createServer(async (request, response) => {
    const url = `http://${request.headers.host}`;
    const asked = new URL(request.url ?? '', url);
    if (asked.pathname.startsWith('/a/.well-known/')) {
      const names = { authorization_endpoint: `${url}/in?by=web`, token_endpoint: `${url}/token` };
      response.end(JSON.stringify({ issuer: `${url}/a/`, ...names }));
      return;
    }
    const body = (await request.toArray()).join('');
    const { method = '', headers } = request;
    told.push({
      ...{ method, path: asked.pathname, accept: headers.accept ?? '' },
      ...Object.fromEntries(method === 'POST' ? new URLSearchParams(body) : asked.searchParams),
    });
    response.writeHead(method === 'POST' ? 400 : 302, { location: '/elsewhere' });
    response.end(error('invalid_grant'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // What a server listens on over IP is an address.
  const { port } = server.address() as AddressInfo;
  const client = { provider: 'oidc', clientId: 'ours', clientSecret: 'hidden' } as const;
  const issuer = `http://127.0.0.1:${port}/a`;
  const fault = await probeWay({ ...client, issuer }, 'https://league.test/callback');
  server.closeAllConnections();
  server.close();
  expect([fault, told.length]).toEqual([null, 2]);
  const ours = { client_id: 'ours', redirect_uri: 'https://league.test/callback' };
  expect(told[0]).toEqual({
    ...{ method: 'POST', path: '/token', accept: 'application/json', ...ours },
    ...{ grant_type: 'authorization_code', client_secret: 'hidden' },
    ...{ code: expect.stringMatching(/^.{32}$/), code_verifier: expect.stringMatching(/^.{64}$/) },
  });
  expect(told[1]).toEqual({
    ...{ method: 'GET', path: '/in', accept: '*/*', by: 'web', ...ours },
    ...{ response_type: 'code', scope: 'openid', code_challenge_method: 'S256' },
    ...{
      state: expect.stringMatching(/^.{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    },
  });
});

const error = (code: string) => JSON.stringify({ error: code });

it.each<[string, Said, string | null]>([
  ['the code alone is refused', { status: 400, body: error('invalid_grant') }, null],
  [
    'the code alone, whatever the number',
    { status: 401, body: error('bad_verification_code') },
    null,
  ],
  [
    'the client is refused by its name',
    { status: 400, body: error('invalid_client') },
    'client_refused',
  ],
  ['the client is refused by the number', { status: 401, body: 'who?' }, 'client_refused'],
  [
    'another word for it',
    { status: 200, body: error('incorrect_client_credentials') },
    'client_refused',
  ],
  ['it may not do this', { status: 403, body: error('unauthorized_client') }, 'client_refused'],
  [
    'the address back is refused',
    { status: 400, body: error('redirect_uri_mismatch') },
    'redirect_refused',
  ],
  ['something else', { status: 400, body: error('temporarily_unavailable') }, 'unclear'],
  ['no JSON', { status: 500, body: 'broken' }, 'unclear'],
  [
    'more than anybody has to say',
    { status: 400, body: error('invalid_grant').padEnd(262_145) },
    'unclear',
  ],
  ['as much as is read', { status: 400, body: error('invalid_grant').padEnd(262_144) }, null],
  [
    'a page that is not there',
    { status: 400, body: error('invalid_grant'), page: 400 },
    'redirect_refused',
  ],
  ['a page that leads on', { status: 400, body: error('invalid_grant'), page: 399 }, null],
])('finds of a provider that says: %s', async (_what, said, code) => {
  expect(await probe(said)).toBe(code);
});

it.each<[string, number, object]>([
  ['that is no answer', 404, {}],
  ['that only says what it would', 500, { issuer: 'own' }],
  ['that lacks where codes are taken', 200, { issuer: 'own', token_endpoint: undefined }],
])('finds no description in one %s', async (_what, status, about) => {
  const server = createServer((request, response) => {
    const url = `http://${request.headers.host}`;
    const names = { authorization_endpoint: `${url}/authorize`, token_endpoint: `${url}/token` };
    const said = { ...names, ...about, ...('issuer' in about ? { issuer: url } : {}) };
    response.writeHead(status).end(JSON.stringify(said));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // What a server listens on over IP is an address.
  const { port } = server.address() as AddressInfo;
  const client = { provider: 'oidc', clientId: 'a', clientSecret: 'b' } as const;
  const issuer = `http://127.0.0.1:${port}`;
  expect(await probeWay({ ...client, issuer }, 'https://league.test/callback')).toEqual({
    code: 'no_description',
    params: { address: `${issuer}/.well-known/openid-configuration` },
  });
  server.closeAllConnections();
  server.close();
});

it.each([
  ['discord', ['https://discord.com/api/oauth2/token']],
  ['github', ['https://github.com/login/oauth/access_token']],
  [
    'google',
    [
      'https://accounts.google.com/.well-known/openid-configuration',
      ...['https://token.test/', 'https://people.test/in'],
    ],
  ],
] as const)(
  'asks %s where it is, and its page for people where that says something',
  async (provider, addresses) => {
    const asked: string[] = [];
    // None of them can be asked here.
    vi.stubGlobal('fetch', async (address: string) => {
      asked.push(address.split('?')[0] ?? '');
      return address.includes('.well-known')
        ? Response.json({
            ...{ issuer: 'https://accounts.google.com', token_endpoint: 'https://token.test/' },
            authorization_endpoint: 'https://people.test/in',
          })
        : new Response(error('invalid_grant'), { status: address.includes('people') ? 302 : 400 });
    });
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const client = { provider, clientId: 'a', clientSecret: 'b', issuer: 'https://not.this' };
    expect(await probeWay(client, 'https://league.test/callback')).toBeNull();
    // Each is waited for five seconds.
    expect(limits.mock.calls).toEqual(addresses.map(() => [5000]));
    expect(asked).toEqual(addresses);
  },
);
