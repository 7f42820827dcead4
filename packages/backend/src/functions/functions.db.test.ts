import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import {
  FunctionsFetchError,
  FunctionsHttpError,
  FunctionsRelayError,
} from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadAuthKeys } from '../auth/keys.ts';
import { signWithSecret } from '../testing/world.ts';
import { createFunctionWorld, type FunctionWorld } from './testing/function-world.ts';

const mirror = `
import * as v from 'npm:valibot@1.5.0';
console.log('loaded', v.parse(v.number(), 7));
Deno.serve(async (request) => Response.json({
  url: request.url, method: request.method, body: await request.text(),
  headers: Object.fromEntries(request.headers),
}, { headers: {
  'x-relay-error': 'true', 'set-cookie': 'sb-session=theirs', 'x-own': 'yes', 'x-latin': '\xe4', trailer: 'x-end',
  'content-security-policy': 'default-src *', 'x-content-type-options': 'none', 'sb-request-id': 'none',
} }));`;

const answers = `
import { greet } from '../shared/greet.ts';
let calls = 0;
const released = Promise.withResolvers<void>();
Deno.serve(async (request) => {
  const path = new URL(request.url).pathname;
  calls += 1;
  console.log('call', path);
  if (request.method === 'OPTIONS') {
    return new Response(null, { status: 204, headers: { 'access-control-allow-origin': 'https://own.example' } });
  }
  switch (path) {
    case '/answers/json': return Response.json({ got: await request.json() });
    case '/answers/text': return new Response(greet(await request.text()));
    case '/answers/blob': return new Response((await request.blob()).stream(), { headers: { 'content-type': 'application/octet-stream' } });
    case '/answers/form': { const form = await request.formData(); form.set('more', 'yes'); return new Response(form); }
    case '/answers/events': return new Response(new ReadableStream({
      async start(stream) {
        stream.enqueue(new TextEncoder().encode('data: one\\n\\n'));
        await released.promise;
        stream.enqueue(new TextEncoder().encode('data: two\\n\\n'));
        stream.close();
      } }), { headers: { 'content-type': 'text/event-stream' } });
    case '/answers/release': released.resolve(); return new Response('released');
    case '/answers/never': return await new Promise(() => {});
    case '/answers/refused': return Response.json({ why: 'not today' }, { status: 418 });
    case '/answers/thrown': throw new Error('thrown on purpose');
    case '/answers/count': return new Response(String(calls));
    case '/answers/size': return new Response(String((await request.arrayBuffer()).byteLength));
    case '/answers/headers': return new Response('', { headers: { 'x-huge': 'x'.repeat(Number(new URL(request.url).searchParams.get('bytes'))) } });
    case '/answers/large': return new Response(new Uint8Array(Number(new URL(request.url).searchParams.get('bytes'))));
    default: return new Response('nothing here', { status: 404 });
  }
});`;

let world: FunctionWorld;
beforeAll(async () => {
  world = await createFunctionWorld(
    {
      mirror: { file: mirror },
      answers: { file: answers },
      open: { file: `Deno.serve(() => new Response('for all'));`, table: { verify_jwt: false } },
      'shared/greet.ts': {
        file: `export const greet = (name: string) => 'Hello ' + name;`,
        table: { enabled: false },
      },
      off: { file: `Deno.serve(() => new Response('off'));`, table: { enabled: false } },
    },
    { limits: { requestBytes: 100_000, responseBytes: 200_000 } },
  );
  await world.backend.prepareFunctions();
});
afterAll(() => world[Symbol.asyncDispose]());

const invoke = (
  name: string,
  options: Parameters<FunctionWorld['client']['functions']['invoke']>[1] = {},
) => world.client.functions.invoke(name, options);

test('the official client sends and gets JSON, text, bytes, forms and streams', async () => {
  expect((await invoke('answers/json', { body: { a: [1, 'ä'] } })).data).toEqual({
    got: { a: [1, 'ä'] },
  });
  expect((await invoke('answers/text', { body: 'Aino' })).data).toBe('Hello Aino');
  const bytes = new Uint8Array(5_000).map((_, at) => at % 251);
  const { data: blob } = await invoke('answers/blob', { body: new Blob([bytes]) });
  expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes);
  const { data: echoed } = await invoke('answers/blob', { body: bytes.buffer });
  expect(new Uint8Array(await echoed.arrayBuffer())).toEqual(bytes);
  const form = new FormData();
  form.set('name', 'Aino');
  const { data: back } = await invoke('answers/form', { body: form });
  expect([...back.entries()]).toEqual([
    ['name', 'Aino'],
    ['more', 'yes'],
  ]);
});

test('an answer comes as it is written, before its end', async () => {
  const { data: answer } = await invoke('answers/events');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader.read()).value).toBe('data: one\n\n');
  expect((await invoke('answers/release')).data).toBe('released');
  expect((await reader.read()).value).toBe('data: two\n\n');
  expect((await reader.read()).done).toBe(true);
});

test('a function sees the path without the prefix, every method, and the region that was asked for', async () => {
  const { data } = await invoke('mirror?a=1', {
    method: 'PUT',
    region: 'eu-west-1' as never,
    headers: { 'x-mine': 'yes' },
  });
  const host = new URL(world.url).host;
  expect(data).toMatchObject({
    url: `http://${host}/mirror?a=1&forceFunctionRegion=eu-west-1`,
    method: 'PUT',
  });
  expect(data.headers).toMatchObject({ 'x-region': 'eu-west-1', 'x-mine': 'yes', host });
  for (const method of ['GET', 'DELETE', 'PATCH', 'OPTIONS']) {
    expect(await (await world.call('mirror', { method })).json()).toMatchObject({
      method,
      body: '',
    });
  }
  expect((await world.call('mirror', { method: 'HEAD' })).status).toBe(200);
});

test("the league's cookies stay the league's, and only the league says that nobody has answered", async () => {
  const answer = await world.call('mirror', {
    headers: { cookie: 'sb-session=mine', 'x-door-token': 'guess' },
  });
  expect((await answer.json()).headers).not.toHaveProperty('cookie');
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('x-relay-error')).toBeNull();
  expect(answer.headers.get('x-own')).toBe('yes');
  expect(answer.headers.get('x-latin')).toBe('\u00e4');
  expect(answer.headers.get('trailer')).toBeNull();
  expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('sb-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('a key stays with the league, and the function gets the token that it stands for', async () => {
  const { publishable, anon, secret, serviceRole } = world.backend.apiKeys;
  for (const [key, token] of [
    [publishable, anon],
    [secret, serviceRole],
  ] as const) {
    for (const headers of [{ apikey: key }, { apikey: key, authorization: `Bearer ${key}` }]) {
      const answer = await fetch(`${world.url}/functions/v1/mirror`, { headers });
      const { headers: seen } = await answer.json();
      expect([seen.authorization, seen.apikey]).toEqual([`Bearer ${token}`, undefined]);
    }
  }
});

test('what a function refuses is told apart from what never came to it', async () => {
  const refused = await invoke('answers/refused');
  expect(refused.error).toBeInstanceOf(FunctionsHttpError);
  expect(await refused.error.context.json()).toEqual({ why: 'not today' });
  const thrown = await invoke('answers/thrown');
  expect(thrown.error).toBeInstanceOf(FunctionsHttpError);
  expect(thrown.error.context.status).toBe(500);
  for (const name of ['missing', 'off', 'constructor', '%6Dirror', '']) {
    const { error } = await invoke(name);
    expect(error).toBeInstanceOf(FunctionsRelayError);
    expect(await error.context.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(error.context.status).toBe(404);
  }
});

test('a caller may give up, by a signal or after a time', async () => {
  const leaving = new AbortController();
  const left = invoke('answers/never', { signal: leaving.signal });
  leaving.abort();
  for (const { error } of [await left, await invoke('answers/never', { timeout: 100 })]) {
    expect(error).toBeInstanceOf(FunctionsFetchError);
  }
  expect((await invoke('answers/json', { body: {} })).error).toBeNull();
});

test('a call needs a token of the league, whoever has it, unless its function says otherwise', async () => {
  const keys = await loadAuthKeys({ database: world.database });
  const [header, claims] = world.backend.apiKeys.anon.split('.');
  const forged = `${header}.${claims}.${createHmac('sha256', 'another').update(`${header}.${claims}`).digest('base64url')}`;
  const past = await signWithSecret(keys, { role: 'anon', exp: 1_700_000_000 });
  const rows: [headers: Record<string, string>, status: number, message?: string][] = [
    [{}, 401, 'Missing authorization header'],
    [{ authorization: 'Basic abc' }, 401, "Auth header is not 'Bearer {token}'"],
    [{ authorization: `Bearer ${forged}` }, 401, 'Invalid JWT'],
    [{ authorization: `Bearer ${past}` }, 401, 'Invalid JWT'],
    [{ authorization: 'Bearer none' }, 401, 'Invalid JWT'],
    [{ authorization: `Bearer ${await signWithSecret(keys, { name: 'check' })}` }, 200],
    [{ apikey: world.backend.apiKeys.publishable }, 200],
    [{ apikey: world.backend.apiKeys.anon }, 200],
  ];
  for (const [headers, status, message] of rows) {
    const answer = await fetch(`${world.url}/functions/v1/answers/count`, { headers });
    expect([status, await answer.clone().text()]).toEqual([answer.status, expect.anything()]);
    if (message !== undefined) {
      expect(await answer.json()).toMatchObject({ message });
      expect(answer.headers.get('x-relay-error')).toBe('true');
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
    expect((await fetch(`${world.url}/functions/v1/open`, { headers })).status).toBe(200);
  }
});

test('a preflight is answered by the function itself, and by us only where there is none', async () => {
  const ask = (name: string) => fetch(`${world.url}/functions/v1/${name}`, { method: 'OPTIONS' });
  const own = await ask('answers/json');
  expect([own.status, own.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://own.example',
  ]);
  const none = await ask('missing');
  expect([none.status, none.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
});

test('a body is passed on up to its limit', async () => {
  const send = (bytes: number) => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new Uint8Array(bytes));
        stream.close();
      },
    });
    return world.call('answers/size', { method: 'POST', body, ...{ duplex: 'half' } });
  };
  expect(await (await send(99_999)).text()).toBe('99999');
  expect(await (await send(100_000)).text()).toBe('100000');
  expect((await send(100_001)).status).toBe(413);
  const named = await world.call('answers/size', { method: 'POST', body: new Uint8Array(100_001) });
  expect([named.status, named.headers.get('x-relay-error')]).toEqual([413, 'true']);
  expect((await (await world.call('answers/large?bytes=200000')).arrayBuffer()).byteLength).toBe(
    200_000,
  );
  const cut = await world
    .call('answers/large?bytes=200001')
    .then((answer) => answer.arrayBuffer())
    .catch(() => 'broken off');
  expect(cut).toBe('broken off');
});

test('an answer with more headers than anybody reads is none, and the function answers on', async () => {
  const ask = async (bytes: number) => (await world.call(`answers/headers?bytes=${bytes}`)).status;
  expect(await ask(10_000)).toBe(200);
  expect(await ask(20_000)).toBe(500);
  expect(await ask(10_000)).toBe(200);
});

/** What is answered to a request as it is written, which `fetch` would mend. */
async function askRaw(target: string, headers = ''): Promise<string> {
  const socket = connect({ port: Number(new URL(world.url).port), host: '127.0.0.1' });
  socket.write(`GET ${target} HTTP/1.1\r\nhost: localhost\r\n${headers}connection: close\r\n\r\n`);
  return (await socket.setEncoding('utf8').toArray()).join('');
}

test('a call by another way to write its address is the same call', async () => {
  const { port } = new URL(world.url);
  const ask = async (target: string) => /^HTTP\/1.1 (\d+)/.exec(await askRaw(target))?.[1];
  expect(await ask('/functions/v1/open')).toBe('200');
  expect(await ask(`http://localhost:${port}/functions/v1/open?a=1`)).toBe('200');
  expect(await ask('/functions/v1/x/../open')).toBe('200');
  expect(await ask('/functions/v1/../../open')).toBe('404');
  expect(await ask('/functions/v1/../../twelve-chars/open')).toBe('404');
  expect(await ask('/functions/v1')).toBe('404');
  expect(await ask(`/functions/v1/open?apikey=${world.backend.apiKeys.publishable}`)).toBe('200');
  expect(await ask('/functions/v1/open?apikey=sb_secret_x')).toBe('401');
});

test('one process answers call after call, and many at once', async () => {
  const count = async () => Number(await (await world.call('answers/count')).text());
  const before = await count();
  // As many as one network may have under way, but for the one before, which may not be over yet.
  const atOnce = 39;
  const counts = await Promise.all(Array.from({ length: atOnce }, count));
  expect(counts.sort((one, other) => one - other)).toEqual(
    Array.from({ length: atOnce }, (_, index) => before + 1 + index),
  );
});

test('what a function says is known by its call', async () => {
  const answer = await world.call('answers/count');
  const requestId = answer.headers.get('sb-request-id');
  expect(world.lines).toContainEqual({
    name: 'answers',
    level: 'info',
    text: 'call /answers/count',
    requestId,
  });
  expect(world.lines).toContainEqual({
    name: 'mirror',
    level: 'info',
    text: 'loaded 7',
    requestId: null,
  });
});

test('what a function throws is told with its call', async () => {
  const answer = await world.call('answers/thrown');
  const requestId = answer.headers.get('sb-request-id');
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error']);
  expect(world.lines).toContainEqual(
    expect.objectContaining({
      level: 'error',
      text: expect.stringContaining('thrown on purpose'),
      requestId,
    }),
  );
});

test('a socket is not passed on', async () => {
  expect(await askRaw('/functions/v1/open', 'upgrade: websocket\r\n')).toMatch(
    /^HTTP\/1.1 501 .*NO_UPGRADE/s,
  );
});
