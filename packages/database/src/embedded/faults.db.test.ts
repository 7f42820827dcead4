import { execFile } from 'node:child_process';
import {
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect } from '../connect.ts';
import { findDamage } from '../damage.ts';
import { findFaketime } from '../testing/faketime.ts';
import { copyDataDir, makeDataFolder } from '../testing/make-data-folder.ts';
import { type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { signal } from '../testing/signal.ts';
import { findSmallDiskHindrance, onSmallDisk } from '../testing/small-disk.ts';
import type { Database } from '../types.ts';
import { toUnavailable } from '../unavailable.ts';
import { findBinaries } from './binaries.ts';
import { Journal } from './journal/journal.ts';
import { parsePlace, toSegmentStart } from './journal/position.ts';
import { restoreJournal } from './journal/restore-journal.ts';
import { startEmbedded } from './start-embedded.ts';

let prepared: string;
let root: string;
let dataDir: string;
let data: string;

beforeAll(async () => {
  prepared = await makeDataFolder('faults-');
  await (await startEmbedded({ dataDir: prepared })).stop();
});
afterAll(() => rm(prepared, { recursive: true }));
beforeEach(async () => {
  root = await makeDataFolder('faults-');
  dataDir = join(root, 'data');
  data = join(dataDir, 'postgres');
  await copyDataDir(prepared, dataDir);
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Works with the database of the directory, which is started for it. */
async function within<T>(work: (database: Database) => Promise<T>, options = {}): Promise<T> {
  const server = await startEmbedded({ dataDir, ...options });
  const database = connect({ url: server.url, maxConnections: 3 });
  try {
    return await work(database);
  } finally {
    await database.close();
    await server.stop();
  }
}

async function listNumbers(database: Database): Promise<number[]> {
  const rows = await database.query<{ n: string }>('select n from written order by n');
  return rows.map(({ n }) => Number(n));
}

/** Ends the server and its starter at once, as a power cut does. */
async function cutPower(holder: ServerProcess): Promise<void> {
  const names = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const folders = await Promise.all(
    names.map((name) => readlink(`/proc/${name}/cwd`).catch(() => '')),
  );
  // In one go: the starter would begin the server anew meanwhile.
  for (const name of names.filter((_name, at) => folders[at] === data)) {
    signal(Number(name), 'SIGKILL');
  }
  await holder.end('SIGKILL');
}

type Damage = (path: string, at: number) => Promise<unknown>;
const cutOff: Damage = (path, at) => truncate(path, at);
const overwrite: Damage = async (path, at) => {
  const file = await open(path, 'r+');
  await file.write(Buffer.alloc(64 * 1024, 0xa5), 0, 64 * 1024, at).finally(() => file.close());
};

test.each([
  ['cut off', cutOff],
  ['followed by what is none of it', overwrite],
])('a log that is %s after the last acknowledged row loses none', async (_how, damage) => {
  const holder = await startServerProcess(dataDir, {});
  const database = connect({ url: holder.first.replace('ready ', ''), maxConnections: 1 });
  await database.query('create table written (n bigint primary key)');
  for (let n = 1; n <= 20; n += 1) {
    await database.query('insert into written values ($1)', [n]);
  }
  const [end] = await database.query<{ place: string; name: string }>(
    'select pg_current_wal_flush_lsn()::text as place, pg_walfile_name(pg_current_wal_flush_lsn()) as name',
  );
  await cutPower(holder);
  await database.close();
  const place = parsePlace(end?.place ?? '');
  const segmentSize = 16 * 2 ** 20;
  const at = Number(place - toSegmentStart(place, segmentSize));
  await damage(join(data, 'pg_wal', end?.name ?? ''), at);
  expect(await within(listNumbers)).toHaveLength(20);
  // What is written after it is there again too.
  await within((again) => again.query('insert into written values (21)'));
  expect(await within(listNumbers)).toHaveLength(21);
});

test('a byte that turned in a data page is found by the page’s checksum, which names the file', async () => {
  const path = await within(async (database) => {
    await database.query('create table written (n bigint)');
    await database.query('insert into written select generate_series(1, 100)');
    const [row] = await database.query<{ path: string }>(
      `select pg_relation_filepath('written') as path`,
    );
    return row?.path ?? '';
  });
  const file = await open(join(data, path), 'r+');
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, 8000);
  await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, 8000).finally(() => file.close());
  const error = await within((database) => listNumbers(database).catch((found: unknown) => found));
  expect(findDamage(error)).toBe(`invalid page in block 0 of relation "${path}"`);
  expect(findDamage(new Error('another'))).toBeNull();
  // No copy is made of it, however few ever read that page.
  await within(async (database) => {
    const folder = join(root, 'journal');
    const journal = new Journal({ database, dataDir, folder, seal: null, leastRoom: 0 });
    const { signal } = new AbortController();
    await expect(journal.keep(signal)).rejects.toThrow(`page 0 of ${path} is damaged`);
    expect(await readdir(folder)).toEqual([]);
  });
});

const faketime = findFaketime();

/** PostgreSQL's programs, for which it is as late as a file says. */
async function makeProgramsWithClock(clock: string): Promise<string> {
  const { directory } = await findBinaries();
  for (const name of ['postgres', 'initdb']) {
    const settings = `LD_PRELOAD='${faketime}' FAKETIME_TIMESTAMP_FILE='${clock}' FAKETIME_NO_CACHE=1 FAKETIME_DONT_FAKE_MONOTONIC=1`;
    const isServer = name === 'postgres' ? `${settings} ` : '';
    const script = `#!/bin/sh\n${isServer}exec '${join(directory, name)}' "$@"\n`;
    await writeFile(join(root, name), script, { mode: 0o755 });
  }
  return root;
}

test('a clock that is set forward and back loses nothing that was acknowledged', async (context) => {
  context.skip(process.platform !== 'linux', 'faketime is Debian’s');
  if (faketime === null) {
    throw new Error('There is no faketime; run: apt-get install faketime');
  }
  const clock = join(root, 'clock');
  const folder = join(root, 'journal');
  const { signal } = new AbortController();
  await writeFile(clock, '+0');
  const binaries = await makeProgramsWithClock(clock);
  const instants: number[] = [];
  await within(
    async (database) => {
      await database.query('create table written (n bigint primary key)');
      const journal = new Journal({ database, dataDir, folder, seal: null, leastRoom: 0 });
      for (const [n, set] of ['+0', '+3h', '+0', '+1d', '-3d', '+0'].entries()) {
        await writeFile(clock, set);
        await database.query('insert into written values ($1)', [n]);
        await journal.keep(signal);
        const { at, failure } = await journal.readState();
        expect(failure).toBeNull();
        instants.push((at?.getTime() ?? 0) - Date.now());
      }
    },
    { binaries },
  );
  // It was as late as the file said.
  const hours = instants.map((distance) => Math.round(distance / 3600_000) + 0);
  expect(hours).toEqual([0, 3, 0, 24, -72, 0]);
  let found: number[] = [];
  await restoreJournal({
    ...{ dataDir: join(root, 'restored'), folder, at: new Date(), isDurable: false, signal },
    unseal: () => expect.fail('nothing is sealed'),
    finish: async (restored) => {
      found = await listNumbers(restored);
    },
    print: () => undefined,
    progress: () => undefined,
  });
  expect(found).toEqual([0, 1, 2, 3, 4, 5]);
});

const room = 160 * 2 ** 20;
const littleRoom = 2 * 2 ** 20;

const hindrance = findSmallDiskHindrance();

test('a disk that is full loses nothing that was acknowledged, and all goes on when it has room', async (context) => {
  context.skip(hindrance !== null, hindrance ?? '');
  const holder = await startServerProcess(dataDir, {}, { within: onSmallDisk(root, room) });
  expect(holder.first).toMatch(/^ready /);
  const disk = join(`/proc/${holder.pid}/root`, root);
  await writeFile(join(disk, 'ballast'), Buffer.alloc(room / 4));
  const database = connect({ url: holder.first.replace('ready ', ''), maxConnections: 2 });
  await database.query('create table written (n bigint primary key)');
  let acknowledged = 0;
  const write = async () => {
    await database.query('insert into written values ($1)', [acknowledged + 1]);
    acknowledged += 1;
    if (acknowledged % 10 === 0) {
      await database.query('select pg_switch_wal()');
    }
  };
  const refused = await untilRefused(write);
  expect(acknowledged).toBeGreaterThan(10);
  // Whoever asks is told to try again.
  expect(toUnavailable(refused)).not.toBeNull();
  expect(await readFile(join(disk, 'data', 'postgres.log'), 'utf8')).toContain(
    'No space left on device',
  );
  await rm(join(disk, 'ballast'));
  await expect
    .poll(() => listNumbers(database).catch(() => []), { timeout: 120_000, interval: 200 })
    .not.toEqual([]);
  const found = await listNumbers(database);
  expect(found.length).toBeGreaterThanOrEqual(acknowledged);
  expect(found.length).toBe(found.at(-1));
  await database.query('insert into written values ($1)', [found.length + 1]);
  await database.close();
  await holder.end('SIGTERM');
});

test('a journal whose disk is full says so, leaves nothing half done and keeps no log', async (context) => {
  context.skip(hindrance !== null, hindrance ?? '');
  const folder = join(root, 'journal');
  await mkdir(folder);
  const script = fileURLToPath(new URL('../testing/keep-journal.ts', import.meta.url));
  await within(async (database) => {
    const keep = [process.execPath, script, database.url, dataDir, folder];
    const [command = '', ...args] = [...onSmallDisk(folder, littleRoom), ...keep];
    const { stdout } = await promisify(execFile)(command, args);
    expect(JSON.parse(stdout)).toEqual({ words: 'ENOSPC', left: [] });
    expect(await database.query('select 1 from pg_replication_slots')).toEqual([]);
    // With room it goes well.
    const again = await promisify(execFile)(process.execPath, keep.slice(1));
    expect(JSON.parse(again.stdout)).toMatchObject({ words: null });
  });
});

async function untilRefused(work: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      await work();
    } catch (error) {
      return error;
    }
  }
}
