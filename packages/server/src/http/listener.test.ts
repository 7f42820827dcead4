import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createListener, drain, listen } from './listener.ts';

const patient = { timeout: 60_000 };
const get = 'GET /there HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

type Options = Parameters<typeof createListener>[0];

async function start(given: Partial<Options> = {}) {
  const errors: unknown[] = [];
  const server: Server = createListener({
    fetch: async (request) => new Response(new URL(request.url).pathname),
    handleUpgrade: () => false,
    limits: { connections: 100, connectionsOfOne: 100 },
    trustedProxy: null,
    onError: (error) => errors.push(error),
    ...given,
  });
  const port = await listen(server, { port: 0, host: '127.0.0.1' });
  return { port, errors, server, [Symbol.asyncDispose]: () => drain(server) };
}

/** All that comes back to somebody who sends this and then holds the connection open. */
async function send(port: number, text: string): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString('latin1');
  });
  socket.write(text);
  await once(socket, 'end');
  socket.destroy();
  return answer;
}

const upgradeTo = (target: string) =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;

async function countConnections(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}

test('an upgrade that nobody takes is answered and closed, though the caller holds its end', async () => {
  await using running = await start();
  for (const target of ['/', '//', '*', 'http://[', '/%']) {
    expect(await send(running.port, upgradeTo(target))).toMatch(/^HTTP\/1.1 40[04] /);
  }
  await expect.poll(() => countConnections(running.server)).toBe(0);
  expect(running.errors).toEqual([]);
});

/** Opens connections, and ends once all are open. */
const opensMany = `
  const [count, port] = process.argv.slice(1).map(Number);
  let opened = 0;
  for (let index = 0; index < count; index += 1) {
    require('node:net').connect(port, '127.0.0.1').on('connect', () => {
      opened += 1;
      if (opened === count) process.exit();
    });
  }`;

test('all who come at once while the process is busy have their connection, and none is reset', async () => {
  await using running = await start();
  const { port } = running;
  // This process does nothing until it is over: who comes waits where the kernel keeps them.
  const others = ['-e', opensMany, '1000', String(port)];
  execFileSync(process.execPath, others, { timeout: patient.timeout });
});

test('what taking over throws is an answer, and is told to the operator', async () => {
  const fault = new Error('no such thing');
  await using running = await start({
    handleUpgrade() {
      throw fault;
    },
  });
  expect(await send(running.port, upgradeTo('/'))).toMatch(/^HTTP\/1.1 500 /);
  expect(running.errors).toEqual([fault]);
});

test('a connection that is reset after it was given away harms nobody', async () => {
  const given = Promise.withResolvers<void>();
  const broken = Promise.withResolvers<void>();
  await using running = await start({
    handleUpgrade(_request, socket) {
      socket.once('close', () => broken.resolve());
      socket.resume();
      given.resolve();
      return true;
    },
  });
  const socket = connect({ port: running.port, host: '127.0.0.1' });
  socket.write(upgradeTo('/'));
  await given.promise;
  socket.resetAndDestroy();
  await broken.promise;
  expect(await send(running.port, get)).toContain('/there');
});

test.each(['TRACE', 'TRACK'])(
  'a method that cannot be handed on is refused: %s',
  async (method) => {
    await using running = await start();
    const answer = await send(running.port, `${method} / HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    // Node knows of no TRACK.
    expect(answer).toMatch(method === 'TRACE' ? /^HTTP\/1.1 405 / : /^HTTP\/1.1 400 /);
    expect(running.errors).toEqual([]);
  },
);

test('a caller has half a minute to say what it asks for, and five to send all of it', async () => {
  await using running = await start();
  const { headersTimeout, requestTimeout } = running.server;
  expect([headersTimeout, requestTimeout]).toEqual([30_000, 300_000]);
});

test.each([
  [null, 5000, 15_000],
  ['192.0.2.1', 130_000, 140_000],
])(
  'behind %s a connection is said to stay for %i ms, and stays for %i',
  async (trustedProxy, told, kept) => {
    await using running = await start({ trustedProxy });
    const { server, port } = running;
    const socket = connect({ port, host: '127.0.0.1' });
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    socket.write(get.replace('Connection: close\r\n', ''));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString('latin1')).toContain(`\r\nKeep-Alive: timeout=${told / 1000}\r\n`);
    const [own] = await accepted;
    await expect.poll(() => own.timeout).toBe(kept);
    socket.destroy();
  },
);

test('what is taken over is answered there alone', async () => {
  const asked: string[] = [];
  await using running = await start({
    async fetch({ url }) {
      asked.push(new URL(url).pathname);
      return new Response('handed on');
    },
    handleCall(incoming, outgoing) {
      const isCall = incoming.url === '/call';
      if (isCall) {
        outgoing.end('taken over');
      }
      return isCall;
    },
  });
  expect(await send(running.port, get)).toContain('handed on');
  expect(await send(running.port, get.replace('/there', '/call'))).toContain('taken over');
  expect([asked, running.errors]).toEqual([['/there'], []]);
});

test('the end waits for what is in flight, closes who asks for nothing more, and takes nobody new', async () => {
  const begun = Promise.withResolvers<void>();
  const may = Promise.withResolvers<void>();
  const running = await start({
    async fetch(request) {
      if (new URL(request.url).pathname === '/there') {
        begun.resolve();
        await may.promise;
      }
      return new Response('in the end');
    },
  });
  const idle = connect({ port: running.port, host: '127.0.0.1' });
  idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await once(idle, 'data');
  const asked = send(running.port, get);
  await begun.promise;
  const idleEnded = once(idle, 'close');
  const ended = drain(running.server);
  await idleEnded;
  await expect(send(running.port, get)).rejects.toThrow('ECONNREFUSED');
  may.resolve();
  expect(await asked).toContain('in the end');
  await ended;
});

test('the end gives what said nothing yet a second to say it', async () => {
  const begun = Promise.withResolvers<void>();
  const may = Promise.withResolvers<void>();
  const running = await start({
    async fetch() {
      begun.resolve();
      await may.promise;
      return new Response('in the end');
    },
  });
  open(running.port, 1);
  const speaks = connect({ port: running.port, host: '127.0.0.1' });
  await expect.poll(() => countConnections(running.server), patient).toBe(2);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const ended = drain(running.server);
  vi.advanceTimersByTime(999);
  speaks.write(get);
  await begun.promise;
  expect(await countConnections(running.server)).toBe(2);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => countConnections(running.server), patient).toBe(1);
  may.resolve();
  const [answer] = await once(speaks, 'data');
  expect(String(answer)).toContain('in the end');
  await ended;
});

test('the end waits ten seconds for what hangs, and cuts it then', async () => {
  const begun = Promise.withResolvers<void>();
  const running = await start({
    fetch() {
      begun.resolve();
      return new Promise<never>(() => {});
    },
  });
  const socket = connect({ port: running.port, host: '127.0.0.1' }).on('error', () => undefined);
  socket.write(get);
  await begun.promise;
  const cut = vi.spyOn(running.server, 'closeAllConnections');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = drain(running.server);
  vi.advanceTimersByTime(9_999);
  expect(cut).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect(cut).toHaveBeenCalledOnce();
  await ended;
});

test('an answer that cannot be written ends its own connection alone', async () => {
  await using running = await start({
    fetch: () => new Response('', { headers: { 'x-bad': '\u0001' } }),
  });
  const answer = await send(
    running.port,
    'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect(answer).not.toContain('200 OK');
  expect(running.errors).toHaveLength(1);
});

/** Opens so many connections that say nothing. */
function open(port: number, count: number) {
  const sockets = Array.from({ length: count }, () =>
    connect({ port, host: '127.0.0.1' }).on('error', () => undefined),
  );
  const toClosed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  return { sockets, closed: Promise.all(sockets.map(toClosed)) };
}

test.each([
  ['of one address', { connections: 10, connectionsOfOne: 3 }, null],
  ['of everybody', { connections: 3, connectionsOfOne: 10 }, null],
  ['of the proxy, which speaks for all,', { connections: 3, connectionsOfOne: 1 }, '127.0.0.1'],
])('connections %s are bounded, and come free again', async (_name, limits, trustedProxy) => {
  await using running = await start({ limits, trustedProxy });
  const { sockets } = open(running.port, 3);
  await expect.poll(() => countConnections(running.server), patient).toBe(3);
  await open(running.port, 2).closed;
  expect(await countConnections(running.server)).toBe(3);
  for (const socket of sockets) {
    socket.destroy();
  }
  await expect.poll(() => countConnections(running.server), patient).toBe(0);
  expect(await send(running.port, get)).toContain('/there');
});
