import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { HomeName } from './bytes/home.ts';
import { moveStoredBytes } from './bytes/move.ts';
import type { HomesConfig } from './bytes/open-store.ts';
import { startKillable } from './testing/killable.ts';
import { type S3Server, startS3 } from './testing/s3-server.ts';
import type { StopAt } from './testing/stopping.ts';
import { createStorageWorld, type StorageWorld } from './testing/storage-world.ts';

const homes = ['database', 'directory', 's3'] as const;
const names = ['first', 'second', 'third'] as const;
/** Two pieces of each home: the S3's are the largest, and what lies in the directory is read from the database's. */
const twoPieces: Readonly<Record<HomeName, number>> = {
  database: 300_000,
  directory: 300_000,
  s3: 2_200_000,
};
const small = 1_000;
let s3: S3Server;
let storage: StorageWorld;
let config: HomesConfig;
let failures: unknown[];

beforeAll(async () => {
  s3 = await startS3();
  storage = await createStorageWorld({ s3: s3.url });
  config = { directory: storage.directory, s3: s3.url };
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});
beforeEach(() => {
  failures = [];
});

async function upload(bytesEach: number): Promise<void> {
  const files = storage.storage('service').from('pictures');
  for (const [place, name] of names.entries()) {
    const bytes = Buffer.alloc(bytesEach, place + 1);
    expect((await files.upload(name, bytes, { upsert: true })).error).toBeNull();
  }
}

const move = (to: HomeName) =>
  moveStoredBytes(storage.world.database, config, to, {
    onFailure: (error) => failures.push(error),
  });

async function letTimeGoBy(): Promise<void> {
  await storage.world.database.query(
    `with bytes as (
       update private.stored_bytes set begun_at = begun_at - interval '2 hours',
         unwanted_at = unwanted_at - interval '2 hours')
     update private.leftover_bytes set since = since - interval '2 hours'`,
  );
}

/** The ids of what lies in each home, by what the homes themselves have. */
async function listPlaces(): Promise<Record<HomeName, string[]>> {
  const pieces = await storage.world.database.query<{ id: string }>(
    'select distinct bytes_id::text as id from private.stored_pieces order by id',
  );
  const files = await readdir(storage.directory, { recursive: true, withFileTypes: true });
  return {
    database: pieces.map(({ id }) => id),
    directory: files
      .filter((file) => file.isFile())
      .map(({ name }) => name)
      .sort(),
    s3: await s3.listIds(),
  };
}

async function listVersions(): Promise<string[]> {
  const rows = await storage.world.database.query<{ version: string }>(
    'select version from storage.objects order by version',
  );
  return rows.map(({ version }) => version);
}

async function requireWhole(bytesEach: number): Promise<void> {
  const files = storage.storage('service').from('pictures');
  for (const [place, name] of names.entries()) {
    const { data, error } = await files.download(name);
    expect(error).toBeNull();
    const bytes = Buffer.from(await (data ?? new Blob()).arrayBuffer());
    expect(bytes.equals(Buffer.alloc(bytesEach, place + 1))).toBe(true);
  }
}

/** Each home once as the one that is left, once as the one that is gone to. */
const ways: readonly [HomeName, HomeName][] = [
  ['database', 'directory'],
  ['directory', 's3'],
  ['s3', 'database'],
];
/** By which statement a move's process is in the middle of a file's bytes, by where it takes them. */
const middles: Readonly<Record<HomeName, string>> = {
  directory: 'select start, bytes from private.stored_pieces',
  s3: 'insert into private.s3_pieces',
  database: 'insert into private.stored_pieces',
};

/** Where a process is killed, how many of three files have been moved by then, and how large they are. */
function listPoints(to: HomeName): [string, StopAt, number, number][] {
  const known = 'insert into private.leftover_bytes (bytes_id, home) values';
  const row = 'with written as';
  return [
    [
      'before anything is known of the second file',
      { statement: known, after: 1, isSent: false },
      1,
      small,
    ],
    ['before its first byte', { statement: known, after: 1, isSent: true }, 1, small],
    [
      'between the first file’s bytes',
      { statement: middles[to], after: 1, isSent: true },
      0,
      twoPieces[to],
    ],
    ['between its bytes and its row', { statement: row, after: 1, isSent: false }, 1, small],
    ['behind its row', { statement: row, after: 1, isSent: true }, 2, small],
  ];
}

const kills = ways.flatMap(([from, to]) =>
  listPoints(to).map((point) => [from, to, ...point] as const),
);

describe('a move that is killed', () => {
  test.each(kills)('from the home %s to %s, %s', async (from, to, _, stop, done, bytesEach) => {
    await upload(bytesEach);
    await move(from);
    await letTimeGoBy();
    await storage.backend.sweepStorage();
    const moving = await startKillable(storage, config, { stop });
    moving.begin({ move: to });
    expect(await moving.hear()).toBe('there');
    await moving.kill();
    await requireWhole(bytesEach);
    // As often as a server sweeps, and as it does when all of it is old.
    await storage.backend.sweepStorage();
    await requireWhole(bytesEach);
    await letTimeGoBy();
    await storage.backend.sweepStorage();
    await requireWhole(bytesEach);
    const versions = await listVersions();
    const between = await listPlaces();
    expect(between[to]).toHaveLength(done);
    expect([...between[from], ...between[to]].sort()).toEqual(versions);
    expect(await move(to)).toEqual({ moved: 3 - done, failed: 0, total: 3 - done });
    await letTimeGoBy();
    await storage.backend.sweepStorage();
    await requireWhole(bytesEach);
    expect(failures).toEqual([]);
    expect(await listPlaces()).toEqual({ database: [], directory: [], s3: [], [to]: versions });
    const left = await storage.world.database.query('select from private.leftover_bytes');
    expect(left).toEqual([]);
  });
});

describe.each(homes)('what is deleted from the home %s', (home) => {
  test.each([
    ['between its bytes and what is known of them', false],
    ['behind both', true],
  ])('goes where the process is killed %s', async (_, isSent) => {
    await upload(small);
    await move(home);
    // What the uploads before this test have replaced is no part of it.
    await letTimeGoBy();
    await storage.backend.sweepStorage();
    await storage
      .storage('service')
      .from('pictures')
      .remove([...names]);
    await letTimeGoBy();
    const statement = 'delete from private.stored_bytes where id';
    const sweeping = await startKillable(storage, config, {
      stop: { statement, after: 1, isSent },
    });
    sweeping.begin('sweep');
    expect(await sweeping.hear()).toBe('there');
    await sweeping.kill();
    const known = await storage.world.database.query(
      `select id from private.stored_bytes where home = '${home}'`,
    );
    expect(known).toHaveLength(isSent ? 1 : 2);
    expect((await listPlaces())[home]).toHaveLength(1);
    await storage.backend.sweepStorage();
    expect(await listPlaces()).toEqual({ database: [], directory: [], s3: [] });
    expect(await storage.world.database.query('select from private.stored_bytes')).toEqual([]);
  });
});
