import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { connect } from '@muster/database';
import { RealtimeClient } from '@supabase/realtime-js';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { serve } from '../testing/serve.ts';
import { createWorld, type World } from '../testing/world.ts';
import { createRealtime, type RealtimeLimits } from './create-realtime.ts';
import { hintChannel } from './hints.ts';

const ladder = '0197d0a0-0000-7000-8000-000000000001';
const patient = { timeout: 60_000, interval: 20 };
const path = '/realtime/v1/websocket?vsn=2.0.0';

let world: World;
const cleanUps: (() => unknown)[] = [];

beforeAll(async () => {
  world = await createWorld();
});

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) {
    await cleanUp();
  }
});

afterAll(() => world[Symbol.asyncDispose]());

/** The service with these limits; whose a connection is, its `x-from` says. */
async function start(limits: RealtimeLimits) {
  const { verify, apiKeys } = world;
  const database = connect(world.database.url);
  const realtime = await createRealtime({ database, verify, apiKeys, limits });
  const server = await serve(() => new Response(null, { status: 404 }));
  server.server.on('upgrade', (request, socket, head) => {
    const from = request.headers['x-from'];
    realtime.handleUpgrade(request, socket, head, {
      ...(typeof from === 'string' ? { clientAddress: from } : {}),
    });
  });
  cleanUps.push(async () => {
    await realtime.close();
    await server[Symbol.asyncDispose]();
    await database.close();
  });
  return {
    realtime,
    url: server.url.replace('http', 'ws'),
    port: Number(new URL(server.url).port),
  };
}

/** Connects, and tells the status of the answer and when to come again; 101 is a connection that is open. */
async function open(url: string, from: string) {
  const socket = new WebSocket(`${url}${path}`, { headers: { 'x-from': from } });
  cleanUps.push(() => socket.terminate());
  const closed: number[] = [];
  socket.on('error', () => undefined);
  socket.on('close', (code) => closed.push(code));
  const answer = await new Promise<{ status?: number; retryAfter?: string }>((resolve) => {
    socket.on('open', () => resolve({ status: 101 }));
    socket.on('unexpected-response', (_request, { statusCode, headers }) =>
      resolve({ status: statusCode ?? 0, retryAfter: headers['retry-after'] ?? '' }),
    );
  });
  return { socket, closed, ...answer };
}

const refused = (status: number) => ({ status, retryAfter: '10' });

test('one address has its share, an IPv6 network as one, and gets it back', async () => {
  const { url, realtime } = await start({ socketsOfOne: 2, sockets: 100 });
  const first = await open(url, '2001:db8::1');
  expect(await open(url, '2001:db8::2')).toMatchObject({ status: 101 });
  expect(await open(url, '2001:db8::3')).toMatchObject(refused(429));
  expect(await open(url, '2001:db8:0:1::3')).toMatchObject({ status: 101 });
  expect(realtime.stats()).toMatchObject({ sockets: 3, refused: 1 });
  first.socket.close();
  await vi.waitFor(() => expect(realtime.stats().sockets).toBe(2), patient);
  await vi.waitFor(
    async () => expect(await open(url, '2001:db8::3')).toMatchObject({ status: 101 }),
    patient,
  );
});

test('all together have a limit', async () => {
  const { url } = await start({ socketsOfOne: 100, sockets: 2 });
  for (const from of ['192.0.2.1', '192.0.2.2']) {
    expect(await open(url, from)).toMatchObject({ status: 101 });
  }
  expect(await open(url, '192.0.2.3')).toMatchObject(refused(503));
});

test('a connection counts while it is only asked about, and no longer when it is refused', async () => {
  const { url, realtime } = await start({ socketsOfOne: 5, sockets: 5 });
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await open(url, '192.0.2.1')).status),
  );
  expect(statuses.filter((status) => status === 101)).toHaveLength(5);
  expect(realtime.stats().sockets).toBe(5);

  const badKey = await start({ socketsOfOne: 1, sockets: 1 });
  for (let times = 0; times < 3; times += 1) {
    const socket = connectSocket({ port: badKey.port, host: '127.0.0.1', allowHalfOpen: true });
    let answer = '';
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1');
    });
    socket.write(
      `GET ${path}&apikey=sb_publishable_unknown HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    // Our own end stays open; the server does not wait for it.
    await once(socket, 'end');
    expect(answer).toMatch(/^HTTP\/1.1 401 /);
    socket.destroy();
  }
});

test('the official client is let in once there is a place', async () => {
  const { url } = await start({ socketsOfOne: 1, sockets: 1 });
  const first = await open(url, '192.0.2.1');
  const client = new RealtimeClient(`${url}/realtime/v1`, {
    params: { apikey: world.apiKeys.anon },
    vsn: '2.0.0',
    reconnectAfterMs: () => 50,
  });
  cleanUps.push(() => client.disconnect());
  const states: string[] = [];
  client.channel(`ladder:${ladder}`).subscribe((state) => states.push(state));
  await vi.waitFor(() => expect(states).not.toEqual([]), patient);
  expect(states).not.toContain('SUBSCRIBED');
  first.socket.close();
  await vi.waitFor(() => expect(states.at(-1)).toBe('SUBSCRIBED'), patient);
});

test.each([
  ['a topic', 255, (length: number) => ['1', '1', `realtime:${'x'.repeat(length - 9)}`, 'x', {}]],
  ['an event', 255, (length: number) => ['1', '1', 'realtime:x', 'x'.repeat(length), {}]],
  ['a reference', 64, (length: number) => ['1', 'x'.repeat(length), 'realtime:x', 'x', {}]],
  ['a join’s reference', 64, (length: number) => ['x'.repeat(length), '1', 'realtime:x', 'x', {}]],
])('%s may be so long and no longer', async (_name, longest, write) => {
  const { url } = await start({});
  const { socket, closed } = await open(url, '192.0.2.1');
  const frames: string[] = [];
  socket.on('message', (data) => frames.push(String(data)));
  socket.send(JSON.stringify(write(longest - 1)));
  socket.send(JSON.stringify(write(longest)));
  await vi.waitFor(() => expect(frames).toHaveLength(2), patient);
  expect(closed).toEqual([]);
  socket.send(JSON.stringify(write(longest + 1)));
  await vi.waitFor(() => expect(closed).toEqual([1008]), patient);
});

test('what nobody has come to yet is bounded for each client', async () => {
  const { url } = await start({});
  const { socket, closed } = await open(url, '192.0.2.1');
  // Each is about a person, so the database is asked before the next is looked at.
  const join = ['1', '1', `realtime:person:${world.ann.profileId}`, 'phx_join'];
  const frame = JSON.stringify([...join, { access_token: world.ann.token, x: 'x'.repeat(60_000) }]);
  for (let times = 0; times < 5; times += 1) {
    socket.send(frame);
  }
  await vi.waitFor(() => expect(closed).toEqual([1008]), patient);
});

test('those who do not read share one budget, and the largest of them go first', async () => {
  const { url, realtime } = await start({ bufferedBytes: 100_000, socketsOfOne: 100 });
  const topic = `ladder:${ladder}`;
  const join = async (from: string) => {
    const { socket, closed } = await open(url, from);
    const hints: number[] = [];
    socket.on('message', (data) => {
      const version = JSON.parse(String(data))[4]?.payload?.version;
      if (version !== undefined) {
        hints.push(version);
      }
    });
    socket.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', {}]));
    await once(socket, 'message');
    return { socket, closed, hints };
  };
  const reader = await join('192.0.2.1');
  const silent = await Promise.all(['192.0.2.2', '192.0.2.3', '192.0.2.4'].map(join));
  for (const { socket } of silent) {
    socket.pause();
  }
  // Before the socket's close is told: what waited for whom is cut off counts no more.
  const left: number[] = [];
  const { terminate } = WebSocket.prototype;
  const cutting = vi.spyOn(WebSocket.prototype, 'terminate').mockImplementation(function (
    this: WebSocket,
  ) {
    terminate.call(this);
    left.push(realtime.stats().bufferedBytes);
  });
  let version = 0;
  while (realtime.stats().dropped < 2 && version < 400_000) {
    await world.database.query(
      `select pg_notify($1, json_build_object('topic', $2::text, 'id', $3::text, 'version', n)::text)
       from generate_series($4::int, $5::int) n`,
      [hintChannel, topic, ladder, version + 1, version + 500],
    );
    version += 500;
    await vi.waitFor(() => expect(reader.hints.at(-1)).toBe(version), patient);
    // Each alone may have more than that waiting.
    expect(realtime.stats().bufferedBytes).toBeLessThanOrEqual(100_000);
  }
  cutting.mockRestore();
  expect(realtime.stats().dropped).toBeGreaterThanOrEqual(2);
  expect(left.length).toBeGreaterThanOrEqual(2);
  expect(Math.max(...left)).toBeLessThanOrEqual(100_000);
  expect(reader.closed).toEqual([]);
  expect(reader.hints).toHaveLength(version);
});
