import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { createRestProxy } from './rest-proxy.ts';
import type { RestCaller } from './types.ts';

const anybody: RestCaller = { role: 'anon', claims: { role: 'anon' } };
let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Stands where the operator's PostgREST would, and tells what it was asked. */
async function startPostgrest(): Promise<{ url: string; asked: Record<string, unknown>[] }> {
  const asked: Record<string, unknown>[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const { method, url, headers } = request;
    asked.push({ method, url, authorization: headers.authorization, body: await text(request) });
    response.writeHead(206, { 'content-range': '0-0/7', 'content-type': 'application/json' });
    response.end('[{"big":9007199254740993}]');
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

test('a request reaches the PostgREST without our prefix, and its answer comes back untouched', async () => {
  const postgrest = await startPostgrest();
  const proxy = createRestProxy(postgrest.url);
  const answer = await proxy.answer(
    new Request('http://league.example/rest/v1/profiles?select=*&id=eq.1', {
      method: 'PATCH',
      headers: { authorization: 'Bearer token', 'content-type': 'application/json' },
      body: '{"locale":"fi"}',
    }),
    anybody,
  );
  expect(postgrest.asked).toEqual([
    {
      method: 'PATCH',
      url: '/profiles?select=*&id=eq.1',
      authorization: 'Bearer token',
      body: '{"locale":"fi"}',
    },
  ]);
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe('0-0/7');
  expect(await answer.text()).toBe('[{"big":9007199254740993}]');
});

test('what belongs to one connection stays there, and where an answer leads is its reader’s to follow', async () => {
  const seen: IncomingMessage['headers'][] = [];
  const paths: (string | undefined)[] = [];
  server = createServer((request, response) => {
    seen.push(request.headers);
    paths.push(request.url);
    response.writeHead(307, {
      ...{ location: '/elsewhere', 'content-encoding': 'gzip', 'x-own': 'yes' },
      'keep-alive': 'timeout=5',
    });
    response.end(gzipSync('[]'));
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const proxy = createRestProxy(`http://127.0.0.1:${port}/inner//`);
  const headers = {
    ...{ 'x-own': 'mine', host: 'league.example', 'keep-alive': 'timeout=9', upgrade: 'h2c' },
    'content-length': '99',
  };
  for (const path of ['/rest/v1', '/rest/v1/things']) {
    const answer = await proxy.answer(
      new Request(`http://league.example${path}`, { headers }),
      anybody,
    );
    expect([answer.status, answer.headers.get('location')]).toEqual([307, '/elsewhere']);
    expect([answer.headers.get('content-encoding'), answer.headers.get('x-own')]).toEqual([
      null,
      'yes',
    ]);
    expect(await answer.text()).toBe('[]');
  }
  expect(paths).toEqual(['/inner/', '/inner/things']);
  expect(seen[0]).toMatchObject({ 'x-own': 'mine', host: `127.0.0.1:${port}` });
  expect([seen[0]?.upgrade, seen[0]?.['content-length']]).toEqual([undefined, undefined]);
  expect(seen[0]?.['keep-alive']).not.toBe('timeout=9');
});

test('a PostgREST that cannot be reached is told as such', async () => {
  const { url } = await startPostgrest();
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
  const request = new Request('http://league.example/rest/v1/profiles');
  const answer = await createRestProxy(url).answer(request, anybody);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'PGRST000' });
});
