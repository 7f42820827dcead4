import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPerson } from '../testing/test-league.ts';
import { deleteFile, findFile, readFile, settleFile, sweepFiles, writeFile } from './pieces.ts';

const piece = 256 * 1024;
let own: TestDatabase;
let database: Database;
let personId: string;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  ({ id: personId } = await createPerson(database, 'Sender'));
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from private.files');
});

const at = new Date('2026-11-21T18:00:00.000Z');
const write = (chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
  writeFile(database, { personId, mediaType: 'image/webp', at }, chunks);
const settle = (file: Awaited<ReturnType<typeof write>>) =>
  database.transaction((transaction) => settleFile(transaction, file));
const count = async (table: string) =>
  (await database.query(`select 1 from private.${table}`)).length;
const toBytes = (length: number) => Buffer.from(Array.from({ length }, (_, place) => place % 251));

async function readWhole(id: string): Promise<Buffer> {
  return Buffer.from(await new Response(readFile(database, id)).arrayBuffer());
}

describe('a file in pieces', () => {
  it.each([
    [1, 1],
    [piece - 1, 1],
    [piece, 1],
    [piece + 1, 2],
    [2 * piece, 2],
    [2 * piece + 1, 3],
  ])('of %i bytes has %i, and is read as it came', async (size, pieces) => {
    const bytes = toBytes(size);
    for (const chunks of [[bytes], [bytes.subarray(0, size / 3), bytes.subarray(size / 3)]]) {
      const file = await write(chunks);
      expect(file.size).toBe(size);
      const kept = await database.query(
        'select 1 from private.file_pieces where file_id = $1 order by position',
        [file.id],
      );
      expect(kept).toHaveLength(pieces);
      expect((await readWhole(file.id)).equals(bytes)).toBe(true);
    }
  });

  it('is not there before it is settled, and once for the same content', async () => {
    const [first, same, other] = [
      await write([toBytes(10)]),
      await write([toBytes(10)]),
      await write([toBytes(11)]),
    ];
    expect(await findFile(database, first.id)).toBeNull();
    expect(await settle(first)).toBe(first.id);
    expect(await settle(same)).toBe(first.id);
    expect(await settle(other)).toBe(other.id);
    expect(await findFile(database, same.id)).toBeNull();
    expect(await findFile(database, first.id)).toEqual({
      id: first.id,
      sha256: first.sha256,
      media_type: 'image/webp',
      size: 10,
    });
    expect([await count('files'), await count('file_pieces')]).toEqual([2, 2]);
  });

  it('leaves nothing where it breaks off', async () => {
    const breaking = (async function* () {
      yield toBytes(piece);
      await Promise.resolve();
      throw new Error('gone');
    })();
    await expect(write(breaking)).rejects.toThrow('gone');
    expect([await count('files'), await count('file_pieces')]).toEqual([0, 0]);
  });

  it('goes with its pieces', async () => {
    const file = await write([toBytes(10)]);
    await deleteFile(database, file.id);
    expect(await count('file_pieces')).toBe(0);
  });
});

it.each([
  ['before the instant', -1, 0],
  ['at the instant', 0, 1],
  ['after it', 1, 1],
])('what nothing refers to and began %s is swept', async (_when, seconds, left) => {
  const begun = await write([toBytes(10)]);
  const settled = await write([toBytes(11)]);
  await settle(settled);
  await database.query('update private.files set started_at = $1', [
    new Date(at.getTime() + seconds * 1000),
  ]);
  await sweepFiles(database, at);
  const kept = await database.query('select 1 from private.files where id = any ($1)', [
    [begun.id, settled.id, randomUUID()],
  ]);
  expect(kept).toHaveLength(2 * left);
});
