import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOwnObjects } from '@muster/backend';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLeague } from '../engine/league.ts';
import type { FileStore } from './file-store.ts';
import { bringFilesOver } from './former-pieces.ts';
import { findFile, readFile } from './stored-files.ts';

const piece = 256 * 1024;
let own: TestDatabase;
let database: Database;
let league: FileStore;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = createLeague(database);
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from private.files');
  await database.query('delete from storage.objects');
});

const toBytes = (length: number) => Buffer.from(Array.from({ length }, (_, place) => place % 251));

/** A file as a former release left it. */
async function keepFormer(bytes: Buffer): Promise<string> {
  const id = randomUUID();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await database.query(
    `insert into private.files (id, sha256, media_type, size, started_at)
     values ($1, $2, 'image/webp', $3, now())`,
    [id, sha256, bytes.length],
  );
  for (let position = 0; position * piece < bytes.length; position += 1) {
    const part = bytes.subarray(position * piece, (position + 1) * piece);
    await database.query('insert into private.file_pieces values ($1, $2, $3)', [
      ...[id, position, part],
    ]);
  }
  return id;
}

const readWhole = async (store: FileStore, id: string) =>
  Buffer.from(await new Response(await readFile(store, id)).arrayBuffer());
const countPieces = async () =>
  (await database.query('select 1 from private.file_pieces where position = 0')).length;

/** The store, whose bytes break off at the file that comes after so many. */
function breakingAfter(files: number): FileStore {
  let left = files;
  return {
    database,
    objects: {
      ...league.objects,
      async put(name, mediaType, bytes) {
        async function* broken() {
          for await (const chunk of bytes) {
            if (left === 0) {
              throw new Error('broke off');
            }
            yield chunk;
          }
        }
        await league.objects.put(name, mediaType, broken());
        left -= 1;
      },
    },
  };
}

describe('files of a former release', () => {
  it('are read where they are, and the same where they are brought', async () => {
    const sizes = [1, piece, piece + 1, 2 * piece + 7];
    const ids = await Promise.all(sizes.map((size) => keepFormer(toBytes(size))));
    for (const [place, id] of ids.entries()) {
      expect((await readWhole(league, id)).equals(toBytes(sizes[place] ?? 0))).toBe(true);
    }
    const before = await Promise.all(ids.map((id) => findFile(database, id)));
    expect(await bringFilesOver(league)).toEqual({ brought: 4, failures: [] });
    expect(await countPieces()).toBe(0);
    for (const [place, id] of ids.entries()) {
      expect((await readWhole(league, id)).equals(toBytes(sizes[place] ?? 0))).toBe(true);
    }
    expect(await Promise.all(ids.map((id) => findFile(database, id)))).toEqual(before);
    expect(await bringFilesOver(league)).toEqual({ brought: 0, failures: [] });
  });

  it('go to the home that is chosen', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'muster-former-'));
    const id = await keepFormer(toBytes(10));
    const config = { home: 'directory', directory } as const;
    const store = { database, objects: openOwnObjects(database, config) };
    await bringFilesOver(store);
    expect((await readWhole(store, id)).equals(toBytes(10))).toBe(true);
    expect(
      await database.query('select 1 from private.stored_bytes where home = $1', ['directory']),
    ).toHaveLength(1);
    await rm(directory, { recursive: true });
  });

  it('lose nothing where it is ended half way, and go on from there', async () => {
    const ids: string[] = [];
    for (const size of [10, 20, 30, piece + 40]) {
      ids.push(await keepFormer(toBytes(size)));
    }
    const stopped = await bringFilesOver(breakingAfter(2));
    expect(stopped).toMatchObject({ brought: 2, failures: [{ message: 'broke off' }, {}] });
    expect(await countPieces()).toBe(2);
    const sizes = async () =>
      Promise.all(ids.map(async (id) => (await readWhole(league, id)).length));
    expect(await sizes()).toEqual([10, 20, 30, piece + 40]);
    // Ended after the bytes were over there and before the pieces went.
    const [again] = await database.query<{ id: string; size: string }>(
      `select id, size from private.files f where not exists
         (select 1 from private.file_pieces p where p.file_id = f.id) and size < 100`,
    );
    await database.query('insert into private.file_pieces values ($1, 0, $2)', [
      ...[again?.id, toBytes(Number(again?.size))],
    ]);
    expect(await bringFilesOver(league)).toEqual({ brought: 3, failures: [] });
    expect([await sizes(), await countPieces()]).toEqual([[10, 20, 30, piece + 40], 0]);
    expect(await database.query('select 1 from storage.objects')).toHaveLength(4);
  });

  it('stop where they are told to, between two', async () => {
    await keepFormer(toBytes(10));
    const stopped = AbortSignal.abort();
    expect(await bringFilesOver(league, stopped)).toEqual({ brought: 0, failures: [] });
    expect(await countPieces()).toBe(1);
    await keepFormer(toBytes(11));
    await keepFormer(toBytes(12));
    const stopping = new AbortController();
    const told: number[] = [];
    const { brought } = await bringFilesOver(league, stopping.signal, (count) => {
      told.push(count);
      if (count === 2) {
        stopping.abort();
      }
    });
    expect([brought, told, await countPieces()]).toEqual([2, [1, 2], 1]);
  });

  it('come all, however many there are, those behind a hundred that cannot be brought too', async () => {
    const all: string[] = [];
    for (let size = 1; size <= 101; size += 1) {
      all.push(await keepFormer(toBytes(size)));
    }
    const last = all.toSorted().at(-1) ?? '';
    await database.query('update private.file_pieces set bytes = $2 where file_id <> $1', [
      ...[last, Buffer.from('nothing')],
    ]);
    const { brought, failures } = await bringFilesOver(league);
    expect([brought, failures.length, await countPieces()]).toEqual([1, 100, 100]);
    expect((await readWhole(league, last)).length).toBe(all.indexOf(last) + 1);
  });

  it('are none where there is no piece, and have no part that may be asked for by itself', async () => {
    const id = await keepFormer(toBytes(10));
    await expect(readFile(league, id, { first: 0, last: 1 })).rejects.toThrow(
      `the bytes of the file ${id} are not there`,
    );
    await expect(readFile(league, randomUUID())).rejects.toThrow('are not there');
  });

  it('may be brought by two processes at once', async () => {
    const ids: string[] = [];
    for (let size = 1; size <= 12; size += 1) {
      ids.push(await keepFormer(toBytes(size)));
    }
    const [one, two] = await Promise.all([bringFilesOver(league), bringFilesOver(league)]);
    expect([...one.failures, ...two.failures]).toEqual([]);
    expect(one.brought + two.brought).toBeGreaterThanOrEqual(12);
    for (const [place, id] of ids.entries()) {
      expect((await readWhole(league, id)).equals(toBytes(place + 1))).toBe(true);
    }
  });

  it('that are damaged stay as they are, and keep no other', async () => {
    const damaged = await keepFormer(toBytes(10));
    const sound = await keepFormer(toBytes(11));
    await database.query('update private.file_pieces set bytes = $2 where file_id = $1', [
      ...[damaged, Buffer.from('nothing')],
    ]);
    const { brought, failures } = await bringFilesOver(league);
    expect([brought, failures]).toMatchObject([1, [{ message: expect.stringContaining(damaged) }]]);
    expect(await countPieces()).toBe(1);
    expect((await readWhole(league, sound)).equals(toBytes(11))).toBe(true);
  });
});
