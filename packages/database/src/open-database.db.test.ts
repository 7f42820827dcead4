import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect as connectSocket, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';
import { processConnections } from './shares.ts';
import { createTestDatabase } from './testing/index.ts';

const given = process.env.TEST_POSTGRES_BIN;
const binaries = given ? { binaries: given } : {};

test('starts the embedded PostgreSQL when no address is given, and stops it at the end', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'open-'));
  const opened = await openDatabase({ dataDir, ...binaries });
  expect(opened.kind).toBe('embedded');
  expect(opened.version).toMatch(/^1[5-9]\.\d+$/);
  const joined = await openDatabase({ dataDir, join: true, ...binaries });
  expect(await joined.database.query('select 1 as n')).toEqual([{ n: 1 }]);
  await joined.close();
  expect(await opened.database.query('select 1 as n')).toEqual([{ n: 1 }]);
  await opened.close();
  const again = await openDatabase({ dataDir, join: true, ...binaries });
  await again.close();
  await rm(dataDir, { recursive: true });
});

test('uses the PostgreSQL at the address given', async () => {
  await using existing = await createTestDatabase({ isEmpty: true });
  const opened = await openDatabase({ databaseUrl: existing.url, dataDir: '/nowhere' });
  expect(opened.kind).toBe('external');
  expect(opened.version).toMatch(/^1[5-9]\.\d+$/);
  await opened.close();
});

test.each(['', 'mysql://here/league', 'league'])(
  'refuses %j as an address',
  async (databaseUrl) => {
    await expect(openDatabase({ databaseUrl, dataDir: '/nowhere' })).rejects.toMatchObject({
      code: 'database_url_invalid',
      message: expect.stringContaining('DATABASE_URL takes postgres://'),
    });
  },
);

test('says in one line that a database does not answer, without its password', async () => {
  const opening = openDatabase({
    databaseUrl: 'postgres://someone:secret@127.0.0.1:1/league',
    dataDir: '/nowhere',
  });
  await expect(opening).rejects.toMatchObject({ code: 'database_unreachable' });
  await expect(opening).rejects.not.toThrow('secret');
});

test('refuses a PostgreSQL older than 15, by its version', async () => {
  // No older server can be had here, so one that answers as PostgreSQL 14.9 does.
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]));
      socket.on('data', (query: Buffer) => socket.write(toAnswer(query)));
    });
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const opening = openDatabase({
    databaseUrl: `postgres://someone@127.0.0.1:${port}/league`,
    dataDir: '/nowhere',
  });
  await expect(opening).rejects.toMatchObject({
    code: 'database_too_old',
    message: 'Muster needs PostgreSQL 15 or newer, and the database is 14.9.',
  });
  server.close();
});

/** One message of PostgreSQL's protocol: a letter, a length that counts itself, the content. */
function message(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
}

function toAnswer(query: Buffer): Buffer {
  const ready = message('Z', Buffer.from('I'));
  if (!query.includes('server_version_num')) {
    return query[0] === 0x58
      ? Buffer.alloc(0)
      : Buffer.concat([message('C', Buffer.from('SET\0')), ready]);
  }
  const columns = [
    ['number', 23],
    ['version', 25],
  ] as const;
  const described = columns.map(([name, type]) => {
    const rest = Buffer.alloc(18);
    rest.writeInt32BE(type, 6);
    return Buffer.concat([Buffer.from(`${name}\0`), rest]);
  });
  const values = ['140009', '14.9'].map((value) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(value.length);
    return Buffer.concat([length, Buffer.from(value)]);
  });
  const count = Buffer.from([0, columns.length]);
  return Buffer.concat([
    message('T', Buffer.concat([count, ...described])),
    message('D', Buffer.concat([count, ...values])),
    message('C', Buffer.from('SELECT 1\0')),
    ready,
  ]);
}

test('refuses in one line a database that gives fewer connections than a process may use', async () => {
  await using existing = await createTestDatabase({ isEmpty: true });
  const role = new URL(existing.url).pathname.replace('/test_', 'small_');
  const url = new URL(existing.url);
  url.username = role;
  const open = () => openDatabase({ databaseUrl: url.href, dataDir: '/nowhere' });
  const limit = (most: number) =>
    existing.database.query(`alter role ${role} connection limit ${most}`);
  await existing.database.query(`create role ${role} login`);
  try {
    await limit(processConnections - 1);
    await expect(open()).rejects.toMatchObject({
      code: 'database_too_small',
      message: expect.stringContaining(`gives ${processConnections - 1}: raise max_connections`),
    });
    await limit(processConnections);
    await (await open()).close();
  } finally {
    await existing.database.query(`drop role ${role}`);
  }
});

test('refuses in one line an address through which notices do not come', async () => {
  await using existing = await createTestDatabase({ isEmpty: true });
  const socketDir = new URL(existing.url).searchParams.get('host') ?? '';
  // In PostgreSQL's place one that loses every notice, as a pooler in transaction mode does.
  const pooler = createServer((client) => {
    const server = connectSocket(join(socketDir, '.s.PGSQL.5432'));
    let rest = Buffer.alloc(0);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.pipe(server);
    server.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 5 && rest.length > rest.readUInt32BE(1)) {
        const whole = rest.subarray(0, rest.readUInt32BE(1) + 1);
        if (String.fromCharCode(whole[0] ?? 0) !== 'A') {
          client.write(whole);
        }
        rest = rest.subarray(whole.length);
      }
    });
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const url = new URL(existing.url);
  url.searchParams.delete('host');
  url.host = `127.0.0.1:${(pooler.address() as AddressInfo).port}`;
  await expect(openDatabase({ databaseUrl: url.href, dataDir: '/nowhere' })).rejects.toMatchObject({
    code: 'database_without_notices',
    message: expect.stringContaining('give the address of PostgreSQL itself'),
  });
  await new Promise((resolve) => pooler.close(resolve));
});
