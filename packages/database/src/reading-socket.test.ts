import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { createReadingSocket } from './reading-socket.ts';

function toMessage(kind: string, length: number): Buffer {
  const message = Buffer.alloc(1 + length, kind);
  message.writeUInt32BE(length, 1);
  return message;
}

/** Copies of what a socket gives of what a server writes in such pieces. */
async function read(socket: Socket, pieces: readonly Buffer[]) {
  const given: Buffer[] = [];
  const server = createServer(async (peer) => {
    for (const piece of pieces) {
      // Small pieces would otherwise come together.
      await new Promise((resolve) => peer.setNoDelay(true).write(piece, resolve));
    }
    peer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  socket.on('data', (bytes: Buffer) => {
    given.push(Buffer.from(bytes));
  });
  socket.connect(address.port, '127.0.0.1');
  await once(socket, 'close');
  server.close();
  return given;
}

function split(bytes: Buffer, length: number): Buffer[] {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += length) {
    pieces.push(bytes.subarray(at, at + length));
  }
  return pieces;
}

/** The kinds of the messages in it. @throws RangeError where it ends within one. */
function listKinds(bytes: Buffer): string {
  let kinds = '';
  for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    kinds += String.fromCharCode(bytes.readUInt8(at));
  }
  return kinds;
}

const around = 64 * 1024 - 1;

test.each([
  ['small messages', [4, 5, 4, 100, 4, 4, 9], [1, 2, 5, 6, 1000]],
  ['messages as long as the memory', [around - 1, 4, around, 4, around + 1, 4], [999, 65_536]],
  ['messages longer than the memory', [300_000, 4, 131_071, 200_000, 4], [4096, 70_000, 999_999]],
])('%s come whole and in order, however they are cut', async (_, lengths, cuts) => {
  const kinds = lengths.map((__, at) => String.fromCharCode(65 + at));
  const sent = Buffer.concat(lengths.map((length, at) => toMessage(kinds[at] ?? '', length)));
  for (const cut of cuts) {
    const given = await read(createReadingSocket(), split(sent, cut));
    expect(given.map(listKinds).join('')).toBe(kinds.join(''));
    expect(Buffer.concat(given).equals(sent)).toBe(true);
  }
});

test('the memory that a large message took is given back with it', async () => {
  const socket = createReadingSocket();
  const messages = [toMessage('a', 4), toMessage('L', 5_000_000), toMessage('b', 4)];
  const server = createServer(async (peer) => {
    for (const message of messages) {
      peer.write(message);
      // Asked for the next, so that none comes together with another.
      await once(peer, 'data');
    }
    peer.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const memory: number[] = [];
  socket.on('data', (bytes: Buffer) => {
    memory.push(bytes.buffer.byteLength);
    socket.write('next');
  });
  socket.connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'close');
  server.close();
  expect(memory).toEqual([64 * 1024, 8 * 1024 * 1024, 64 * 1024]);
});

test.each([
  [false, 0],
  [undefined, 0],
  [true, 1],
  [{ ca: 'own' }, 1],
])('with ssl %j a single byte comes %i times: TLS begins with one', async (ssl, times) => {
  const given = await read(createReadingSocket({ ssl }), [Buffer.from('S')]);
  expect(given.map(String)).toEqual(Array(times).fill('S'));
});
