import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFunctionWorld, type FunctionWorld } from './testing/function-world.ts';

const mebibyte = 1024 * 1024;
const most = 64 * mebibyte;
/** More than the machine keeps of one connection, on both of its sides and in between. */
const keptOnTheWay = 48 * mebibyte;

/** Sends and takes as its path says, and tells how far it is. */
const flows = `
let sent = 0;
let taken = 0;
let released = Promise.withResolvers();
Deno.serve(async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const bytes = Number(searchParams.get('bytes'));
  switch (pathname.split('/')[2]) {
    case 'send':
      sent = 0;
      return new Response(new ReadableStream({
        pull(stream) {
          const piece = Math.min(65_536, bytes - sent);
          if (piece === 0) return stream.close();
          sent += piece;
          stream.enqueue(new Uint8Array(piece));
        },
      }, { highWaterMark: 0 }));
    case 'take':
      taken = 0;
      await released.promise;
      for await (const piece of request.body) taken += piece.byteLength;
      return new Response(String(taken));
    case 'hold': released = Promise.withResolvers(); return new Response('held');
    case 'release': released.resolve(); return new Response('released');
    case 'wait': console.log('waits'); await released.promise; return new Response('waited');
    case 'sent': return new Response(String(sent));
    default: return new Response('at once');
  }
});`;

let world: FunctionWorld;
beforeAll(async () => {
  world = await createFunctionWorld(
    { flows: { file: flows } },
    { limits: { requestBytes: most, responseBytes: most, discardedBytes: 200_000 } },
  );
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = async (path: string) => (await world.call(`flows/${path}`)).text();

interface RawCall {
  socket: Socket;
  /** What has come, up to 1000 characters, and how much there was of it. */
  heard: { text: string; bytes: number };
  closed: Promise<unknown>;
}

/** A call by a connection of its own, whose caller reads and writes as the test has it. */
function callRaw(method: string, path: string, headers: Record<string, string> = {}): RawCall {
  const heard = { text: '', bytes: 0 };
  const socket = connect({ port: Number(new URL(world.url).port), host: '127.0.0.1' });
  socket
    .on('error', () => undefined)
    .on('data', (piece) => {
      heard.bytes += piece.byteLength;
      heard.text = `${heard.text}${piece.toString('latin1')}`.slice(0, 1_000);
    });
  const all = {
    host: 'localhost',
    authorization: `Bearer ${world.backend.apiKeys.anon}`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} /functions/v1/flows/${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return { socket, heard, closed: new Promise((resolve) => socket.once('close', resolve)) };
}

/** Resolves to a figure that has stopped growing: it was the same in ten looks. */
async function findStill(look: () => number | Promise<number>): Promise<number> {
  let last = -1;
  for (let same = 0; same < 10; ) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const now = await look();
    same = now === last && now > 0 ? same + 1 : 0;
    last = now;
  }
  return last;
}

test('of an answer that its caller does not read no more is taken from the function, and what is read later is whole', async () => {
  const { socket, heard, closed } = callRaw('GET', `send?bytes=${most}`, { connection: 'close' });
  socket.pause();
  const sent = await findStill(async () => Number(await ask('sent')));
  expect(sent).toBeLessThan(keptOnTheWay);
  socket.resume();
  await closed;
  expect(heard.text).toMatch(/^HTTP\/1\.1 200/);
  expect(heard.bytes).toBeGreaterThan(most);
  expect(Number(await ask('sent'))).toBe(most);
});

test('an answer without a length is passed on up to its limit', async () => {
  const limits = { responseBytes: mebibyte };
  await using own = await createFunctionWorld({ flows: { file: flows } }, { limits });
  // A connection that is broken off may be gone before a slow reader has seen the head of the answer.
  const take = (bytes: number) =>
    own
      .call(`flows/send?bytes=${bytes}`)
      .then((answer) => answer.arrayBuffer())
      .then(
        ({ byteLength }) => byteLength,
        () => 'broken off',
      );
  expect(await take(mebibyte - 1)).toBe(mebibyte - 1);
  expect(await take(mebibyte)).toBe(mebibyte);
  own.lines.length = 0;
  expect(await take(mebibyte + 1)).toBe('broken off');
  await expect
    .poll(() => own.lines)
    .toContainEqual(
      expect.objectContaining({ level: 'error', text: expect.stringMatching(/larger/) }),
    );
  expect(await take(Number.MAX_SAFE_INTEGER)).toBe('broken off');
});

test.each([
  [most - 1, `${most - 1}`],
  [most, `${most}`],
  [most + 1, 'REQUEST_TOO_LARGE'],
])(
  'of a body of %d bytes that the function does not read no more is taken than is on the way',
  async (bytes, said) => {
    await ask('hold');
    const { socket, heard } = callRaw('POST', 'take', { 'transfer-encoding': 'chunked' });
    let taken = 0;
    const send = async () => {
      for (let left = bytes; left > 0; left -= mebibyte) {
        const size = Math.min(left, mebibyte);
        const piece = Buffer.concat([
          Buffer.from(`${size.toString(16)}\r\n`),
          Buffer.alloc(size),
          Buffer.from('\r\n'),
        ]);
        await new Promise((resolve) => socket.write(piece, resolve));
        taken += size;
      }
      socket.write('0\r\n\r\n');
    };
    const sent = send();
    expect(await findStill(() => taken)).toBeLessThan(keptOnTheWay);
    await ask('release');
    await expect.poll(() => heard.text, { timeout: 60_000 }).toContain(said);
    socket.destroy();
    await sent;
  },
);

test.each([
  [199_999, 'goes on'],
  [200_000, 'goes on'],
  [200_001, 'is cut'],
])(
  'of a body that nobody wants so much is read on: after %d bytes its connection %s',
  async (bytes, then) => {
    const { socket, heard, closed } = callRaw('POST', '../missing', {
      'content-length': `${bytes}`,
    });
    await expect.poll(() => heard.text).toContain('NOT_FOUND');
    socket.write(Buffer.alloc(bytes));
    heard.text = '';
    socket.write('GET /functions/v1/missing HTTP/1.1\r\nhost: localhost\r\n\r\n');
    if (then === 'is cut') {
      await closed;
      expect(heard.text).toBe('');
    } else {
      await expect.poll(() => heard.text).toContain('NOT_FOUND');
      socket.destroy();
    }
  },
);

test('a body that nobody wants and that comes without end is not read for long', async () => {
  await using own = await createFunctionWorld({}, { limits: { discardedMs: 300 } });
  const socket = connect({ port: Number(new URL(own.url).port), host: '127.0.0.1' });
  socket.on('error', () => undefined).resume();
  socket.write(
    'POST /functions/v1/missing HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99999\r\n\r\n',
  );
  const trickle = setInterval(() => socket.write('x'), 50);
  // Told by an end or by a reset, as what was under way has it.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickle);
});

test('a function that answers before its caller has sent all is heard, and by the same connection the next', async () => {
  const { socket, heard } = callRaw('POST', 'early', { 'content-length': '150000' });
  socket.write(Buffer.alloc(1));
  await expect.poll(() => heard.text).toContain('at once');
  socket.write(Buffer.alloc(149_999));
  heard.text = '';
  socket.write('GET /functions/v1/missing HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await expect.poll(() => heard.text).toContain('NOT_FOUND');
  socket.destroy();
});

/** Serves once it has got something from outside. */
const late = (gate: string) => `
await (await fetch('http://${gate}/')).text();
let calls = 0;
Deno.serve(() => new Response(String(calls += 1)));`;

test('a call whose time is over while its process starts hears so, and the process serves those after it', async () => {
  const gate = createServer();
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  const name = `gate.example:${(gate.address() as AddressInfo).port}`;
  await using own = await createFunctionWorld(
    { late: { file: late(name), table: { hosts: [name] } } },
    {
      limits: { callMs: 2_000, startMs: 600_000 },
      isPublic: () => true,
      resolve: async () => ['127.0.0.1'],
    },
  );
  const reached = once(gate, 'request');
  const answers = await Promise.all([own.call('late'), own.call('late')]);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('x-relay-error')]).toEqual([504, 'true']);
    expect(await answer.json()).toMatchObject({ code: 'IDLE_TIMEOUT' });
  }
  const [, held] = await reached;
  held.end('go on');
  await expect
    .poll(async () => (await own.call('late')).text(), { timeout: 60_000 })
    .toMatch(/^\d+$/);
  gate.close();
});

test('a caller who leaves while waiting for a turn makes room for another', async () => {
  const limits = { calls: 1, waiting: 1 };
  await using own = await createFunctionWorld({ flows: { file: flows } }, { limits });
  await own.call('flows');
  const first = own.call('flows/wait');
  await expect.poll(() => own.lines.map(({ text }) => text)).toContain('waits');
  const leaving = new AbortController();
  // One waits and the other is refused: which of them came first is not known.
  const both = [1, 2].map(() =>
    own.call('flows', { signal: leaving.signal }).then(
      ({ status }) => status,
      (error: Error) => error.name,
    ),
  );
  expect(await Promise.race(both)).toBe(503);
  leaving.abort();
  expect(new Set(await Promise.all(both))).toEqual(new Set([503, 'AbortError']));
  const waiting: Promise<Response>[] = [];
  await expect
    .poll(async () => {
      const third = own.call('flows');
      waiting.push(third);
      return Promise.race([
        third.then(({ status }) => status),
        new Promise((resolve) => setTimeout(() => resolve('waits'), 500)),
      ]);
    })
    .toBe('waits');
  await own.backend.replaceFunctions([]);
  expect((await first).status).toBe(500);
  await Promise.all(waiting);
});
