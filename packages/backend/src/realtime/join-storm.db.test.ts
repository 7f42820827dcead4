import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Backend, createBackend } from '../create-backend.ts';
import { serve, type TestServer } from '../testing/serve.ts';

/** What comes back after a restart: everybody at once, each to a private channel. */
const count = 1_000;
const patient = { timeout: 60_000, interval: 50 };
/**
 * How long a question about a policy waits at least before it is refused for want of time: eight seconds for its turn,
 * five for a connection when it has its turn. Then the official client waits, and joins again.
 */
const patienceMs = 5_000;
const pauseMs = 1_000;

let world: TestDatabase;
let backend: Backend;
let server: TestServer;
const sockets: WebSocket[] = [];

beforeAll(async () => {
  world = await createTestDatabase();
  await world.database.query(
    'create policy listen on realtime.messages for select to anon using (true)',
  );
  backend = await createBackend({
    database: world.database,
    config: { realtime: { sockets: count + 10, socketsOfOne: count + 10 } },
  });
  server = await serve((request, bindings) => backend.fetch(request, bindings));
  server.server.on('upgrade', (request, socket, head) => {
    backend.handleUpgrade(request, socket, head);
  });
});
afterAll(async () => {
  for (const socket of sockets) {
    socket.terminate();
  }
  await backend.close();
  await server[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/**
 * A client that joins as soon as it is let in, and again where its turn did not come in time, as it may on a slow
 * machine; who is refused sooner says why.
 */
async function joinAs(name: string, isPrivate: boolean): Promise<string> {
  const address = `${server.url.replace('http', 'ws')}/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.apiKeys.anon}`;
  const socket = new WebSocket(address);
  sockets.push(socket);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let joinedAt = 0;
  const join = () => {
    joinedAt = performance.now();
    socket.send(
      JSON.stringify([
        '1',
        '1',
        `realtime:${name}`,
        'phx_join',
        { config: { private: isPrivate } },
      ]),
    );
  };
  socket.on('error', reject);
  socket.on('open', join);
  socket.on('message', (data) => {
    const [, , , event, payload] = JSON.parse(String(data));
    if (event !== 'phx_reply') {
      return;
    }
    if (payload.status === 'ok') {
      resolve('ok');
    } else if (performance.now() - joinedAt >= patienceMs) {
      setTimeout(join, pauseMs);
    } else {
      resolve(payload.response.reason);
    }
  });
  return promise;
}

test('a thousand who come back at once all get into their private channels, and others meanwhile', async () => {
  const storm = Promise.all(
    Array.from({ length: count }, (_, index) => joinAs(`room ${index % 50}`, true)),
  );
  const other = joinAs('lounge', false);
  await vi.waitFor(() => expect(backend.realtimeStats().sockets).toBeGreaterThan(10), patient);
  expect(await other).toBe('ok');
  expect(new Set(await storm)).toEqual(new Set(['ok']));
  expect(backend.realtimeStats().refused).toBe(0);
});
