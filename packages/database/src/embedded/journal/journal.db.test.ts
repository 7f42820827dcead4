import { cpSync } from 'node:fs';
import {
  access,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { connect } from '../../connect.ts';
import { makeDataFolder } from '../../testing/make-data-folder.ts';
import type { Database } from '../../types.ts';
import { type EmbeddedServer, startEmbedded } from '../start-embedded.ts';
import { readChains } from './chain.ts';
import { Journal } from './journal.ts';
import { slotName } from './position.ts';
import { restoreJournal } from './restore-journal.ts';

const { signal } = new AbortController();
const unseal = () => expect.fail('nothing is sealed');
let root: string;
let folder: string;
let server: EmbeddedServer;
let database: Database;

beforeAll(async () => {
  root = await makeDataFolder('a journal ');
  folder = join(root, 'backups and more');
  // A limit that a test reaches.
  const settings = { max_slot_wal_keep_size: '32MB' };
  server = await startEmbedded({ dataDir: join(root, 'data'), settings });
  database = connect({ url: server.url, maxConnections: 3 });
  await database.query('create table written (n integer primary key, at timestamptz)');
});
afterAll(async () => {
  await database.close();
  await server.stop();
  await rm(root, { recursive: true });
});

/** As a process that has just begun opens it. */
const openJournal = (leastRoom = 0) =>
  new Journal({ database, dataDir: join(root, 'data'), folder, seal: null, leastRoom });

/** Writes a row; resolves to an instant after it was acknowledged and before anything later. */
async function write(n: number): Promise<Date> {
  await database.query('insert into written values ($1, clock_timestamp())', [n]);
  const [row] = await database.query<{ at: Date }>(
    'select pg_sleep(0.01)::text, clock_timestamp() as at, pg_sleep(0.01)::text',
  );
  return row?.at ?? expect.fail();
}

/** What is in a database that is restored from a journal. */
async function restore(
  at: Date,
  from = folder,
  {
    onStarted = () => {},
    signal: ended = signal,
  }: { onStarted?: (dataDir: string) => void; signal?: AbortSignal } = {},
): Promise<{ rows: number[]; at: Date }> {
  const dataDir = await mkdtemp(join(root, 'restored '));
  let rows: { n: number }[] = [];
  try {
    const of = await restoreJournal({
      ...{ dataDir, folder: from, at, unseal, isDurable: false, signal: ended },
      print: (line) => line === 'Reading the log' && onStarted(dataDir),
      progress: () => undefined,
      finish: async (restored) => {
        rows = await restored.query<{ n: number }>('select n from written order by n');
      },
    });
    return { rows: rows.map(({ n }) => n), at: of };
  } catch (error) {
    // Nothing is half made.
    expect((await readdir(dataDir)).filter((name) => name !== 'postgres.log')).toEqual([]);
    throw error;
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const listPieces = async (chain: string, within = folder) =>
  (await readdir(join(within, chain))).filter(
    (name) => /\.gz$/.test(name) && name !== 'base.tar.gz',
  );

test('restores each instant between the base copy and the last piece, and no row more', async () => {
  const journal = openJournal();
  const before = await write(1);
  await journal.keep(signal);
  const [first, second] = [await write(2), await write(3)];
  await journal.keep(signal);
  // Another process goes on where that one was; a segment that is full goes whole.
  const later = openJournal();
  await database.query('select pg_switch_wal()');
  const third = await write(4);
  await later.keep(signal);
  const state = await later.readState();
  expect(state).toMatchObject({ failure: null });
  expect((state.at?.getTime() ?? 0) > third.getTime()).toBe(true);
  const [chain = '', ...others] = await readdir(folder);
  expect(others).toEqual([]);
  expect(await listPieces(chain)).toHaveLength(3);

  expect((await restore(first)).rows).toEqual([1, 2]);
  expect((await restore(second)).rows).toEqual([1, 2, 3]);
  // Nothing was committed after it.
  expect((await restore(third)).rows).toEqual([1, 2, 3, 4]);
  await expect(restore(before)).rejects.toThrow(/^it begins at [^\n]*: no instant before/);
});

test('names the piece that is half there or gone, and a base copy that is not what was written', async () => {
  const [chain = ''] = await readdir(folder);
  const now = new Date();
  const fault = async (put: (copy: string) => Promise<unknown>) => {
    const copy = join(root, 'copy');
    cpSync(folder, copy, { recursive: true });
    await put(join(copy, chain));
    return restore(now, copy)
      .then(
        ({ rows }) => rows,
        (error: Error) => error.message,
      )
      .finally(() => rm(copy, { recursive: true }));
  };
  const pieces = (await listPieces(chain)).sort();
  const [first = '', second = '', third = ''] = pieces;
  const half = await fault((path) => truncate(join(path, first), 1000));
  expect(half).toBe(`${first} is not what was written`);
  const gone = await fault((path) => rm(join(path, second)));
  expect(gone).toMatch(
    /^the log’s [0-9A-F]{24} is missing or only in part there, before \w+; \S+Z is the last instant before it$/,
  );
  // What nobody has finished writing does not count.
  const unfinished = await fault((path) =>
    rename(join(path, third), join(path, `${third}.0a.part`)),
  );
  expect(unfinished).toEqual([1, 2, 3]);
  const flipped = await fault(async (path) => {
    const bytes = await readFile(join(path, 'base.tar.gz'));
    bytes[5000] = (bytes[5000] ?? 0) ^ 1;
    await writeFile(join(path, 'base.tar.gz'), bytes);
  });
  expect(flipped).toBe('its base copy is not what was written: its hash differs');
  const halfBase = await fault((path) => rm(join(path, 'base.json')));
  expect(halfBase).toBe('there is no whole base copy in it');
});

const newChain = async () => {
  const before = new Set(await readdir(folder));
  await openJournal().keep(signal);
  return (await readdir(folder)).filter((name) => !before.has(name));
};
const hasSlot = async () => {
  const slots = await database.query('select 1 from pg_replication_slots where slot_name = $1', [
    slotName,
  ]);
  return slots.length === 1;
};

test('begins anew, and says why, where the log does not go on with what is there', async () => {
  const faults: [string, () => Promise<unknown>][] = [
    [
      'PostgreSQL did not keep the log for it',
      // Behind the limit, and PostgreSQL takes the log away rather than fill the disk.
      async () => {
        for (let segment = 0; segment < 8; segment += 1) {
          await write(100 + segment);
          await database.query('select pg_switch_wal()');
        }
        await database.query('checkpoint');
        const [kept] = await database.query<{ files: number }>(
          `select count(*)::integer as files from pg_ls_waldir()
           where name <= pg_walfile_name(pg_current_wal_lsn())`,
        );
        expect(kept?.files).toBeLessThan(5);
      },
    ],
    [
      'its base copy is gone',
      async () => {
        const [newest] = await readChains(folder);
        await rm(join(newest?.folder ?? '', 'base.json'));
      },
    ],
    [
      'the database’s log is not the one that was written into it',
      async () => {
        const path = join(root, 'data', 'journal.json');
        const state = await readFile(path, 'utf8');
        await writeFile(path, state.replace(/"sha256":"./, '"sha256":"x'));
      },
    ],
  ];
  for (const [words, put] of faults) {
    await put();
    const journal = openJournal();
    await expect(journal.keep(signal)).rejects.toThrow(words);
    expect((await journal.readState()).failure?.words).toBe(`${words}: it begins anew`);
    expect([words, await hasSlot()]).toEqual([words, false]);
    expect(await newChain()).toHaveLength(1);
    // It goes on from there.
    expect(await newChain()).toEqual([]);
  }
});

test('keeps nothing for itself where the database’s disk has no room, and stops nothing', async () => {
  const journal = openJournal(Number.MAX_SAFE_INTEGER);
  await expect(journal.keep(signal)).rejects.toThrow('MiB are free on the database’s disk');
  expect(await hasSlot()).toBe(false);
  await write(200);
  expect(await newChain()).toHaveLength(1);
  const { at } = await openJournal().readState();
  const last = await restore(new Date(Date.now() + 3600_000));
  expect(last.rows).toContain(200);
  expect(last.at).toEqual(at);
});

test('leaves nothing of a base copy in whose middle the server stops', async () => {
  const [chain] = await readChains(folder);
  await rm(join(chain?.folder ?? '', 'base.json'));
  await expect(openJournal().keep(signal)).rejects.toThrow('its base copy is gone');
  const before = await readdir(folder);
  const stopping = new AbortController();
  const kept = openJournal().keep(stopping.signal);
  kept.catch(() => undefined);
  await expect
    .poll(async () => (await readdir(folder, { recursive: true })).join(), { interval: 1 })
    .toMatch(/base\.tar\.gz\.\w+\.part/);
  stopping.abort();
  await expect(kept).rejects.toThrow('aborted');
  expect(await readdir(folder)).toEqual(before);
  expect(await hasSlot()).toBe(false);
  // Told to stop before it begins one, it does not.
  await openJournal().keep(AbortSignal.abort());
  expect(await readdir(folder)).toEqual(before);
  expect(await newChain()).toHaveLength(1);
});

test('leaves nothing of a restore that is stopped, be it while PostgreSQL reads the log', async () => {
  const isReading = (dataDir: string) =>
    vi.waitFor(() => access(join(dataDir, 'postgres.new', 'postmaster.pid')), {
      ...{ interval: 1, timeout: 120_000 },
    });
  for (const wait of [async () => {}, isReading]) {
    const stopping = new AbortController();
    const onStarted = (dataDir: string) => void wait(dataDir).then(() => stopping.abort());
    await expect(
      restore(new Date(), folder, { onStarted, signal: stopping.signal }),
    ).rejects.toThrow();
  }
});
