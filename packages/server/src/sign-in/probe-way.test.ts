import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { probeWay } from './probe-way.ts';

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
