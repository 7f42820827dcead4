import { randomUUID } from 'node:crypto';
import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLeague, type League } from '../engine/league.ts';
import { createPerson } from '../testing/test-league.ts';
import {
  deleteFile,
  findFile,
  readFile,
  settleFile,
  sweepFiles,
  writeFile,
} from './stored-files.ts';

const piece = 256 * 1024;
let own: TestDatabase;
let database: Database;
let league: League;
let personId: string;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  league = createLeague(database);
  ({ id: personId } = await createPerson(database, 'Sender'));
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  await database.query('delete from private.files');
  await database.query('delete from storage.objects');
});

const at = new Date('2026-11-21T18:00:00.000Z');
const write = (chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) =>
  writeFile(league, { personId, mediaType: 'image/webp', at }, chunks);
const settle = (file: Awaited<ReturnType<typeof write>>) =>
  database.transaction((transaction) => settleFile(transaction, file));
const count = async (table: string) => (await database.query(`select 1 from ${table}`)).length;
const toBytes = (length: number) => Buffer.from(Array.from({ length }, (_, place) => place % 251));

async function readWhole(id: string): Promise<Buffer> {
  return Buffer.from(await new Response(await readFile(league, id)).arrayBuffer());
}

describe('a file', () => {
  it.each([1, piece - 1, piece, piece + 1, 2 * piece, 2 * piece + 1])(
    'of %i bytes is read as it came',
    async (size) => {
      const bytes = toBytes(size);
      for (const chunks of [[bytes], [bytes.subarray(0, size / 3), bytes.subarray(size / 3)]]) {
        const file = await write(chunks);
        expect(file.size).toBe(size);
        expect((await readWhole(file.id)).equals(bytes)).toBe(true);
      }
    },
  );

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
    // The bytes that came twice go with the next sweep.
    expect([await count('private.files'), await count('storage.objects')]).toEqual([2, 3]);
    await sweepFiles(league, at);
    expect([await count('private.files'), await count('storage.objects')]).toEqual([2, 2]);
    expect((await readWhole(first.id)).equals(toBytes(10))).toBe(true);
  });

  it('leaves nothing where it breaks off', async () => {
    const breaking = (async function* () {
      yield toBytes(piece);
      await Promise.resolve();
      throw new Error('gone');
    })();
    await expect(write(breaking)).rejects.toThrow('gone');
    expect([await count('private.files'), await count('storage.objects')]).toEqual([0, 0]);
  });

  it('goes with its bytes', async () => {
    const file = await write([toBytes(10)]);
    await deleteFile(league, file.id);
    expect(await count('storage.objects')).toBe(0);
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
  await sweepFiles(league, at);
  const kept = await database.query('select 1 from private.files where id = any ($1)', [
    [begun.id, settled.id, randomUUID()],
  ]);
  expect(kept).toHaveLength(2 * left);
  expect(await count('storage.objects')).toBe(2 * left);
});

/** What refers to files: a row for which all of them are one, and each column that names one. */
const logo = `(team_id, key, small_id, large_id, set_at) values (gen_random_uuid(), repeat('a', 32), $1, $1, now())`;
const references: [table: string, row: string, columns: string[]][] = [
  ['team_logos', logo, ['small_id', 'large_id']],
  [
    'removed_logos',
    `(act_id, ${logo.slice(1).replace('values (', 'values (gen_random_uuid(), ')}`,
    ['small_id', 'large_id'],
  ],
  [
    'game_pictures',
    `(game_slug, key, small_id, large_id, set_at) values ('g', repeat('a', 32), $1, $1, now())`,
    ['small_id', 'large_id'],
  ],
  [
    'league_logos',
    `(key, bar_id, icon_id, app_id, link_id, whole_id, bar_width, set_at)
     values (repeat('a', 32), $1, $1, $1, $1, $1, 9, now())`,
    ['bar_id', 'icon_id', 'app_id', 'link_id', 'whole_id'],
  ],
  [
    'pictures',
    `(key, file_id, width, height, created_at) values (repeat('a', 32), $1, 9, 9, now())`,
    ['file_id'],
  ],
];

it.each(
  references.flatMap(([table, row, columns]) => columns.map((column) => [table, column, row])),
)('what %s refers to as %s stays for as long as it does', async (table, column, row) => {
  const [file, other] = [await write([toBytes(10)]), await write([toBytes(11)])];
  await settle(file);
  await settle(other);
  await database.transaction(async (transaction) => {
    // Whose picture it is does not matter here, and is not there.
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(`insert into private.${table} ${row}`, [other.id]);
    await transaction.query(`update private.${table} set ${column} = $1`, [file.id]);
  });
  const later = new Date(at.getTime() + 1);
  await sweepFiles(league, later);
  expect((await readWhole(file.id)).equals(toBytes(10))).toBe(true);
  await database.query(`delete from private.${table}`);
  await sweepFiles(league, later);
  expect(await findFile(database, file.id)).toBeNull();
});

it('is nobody’s but the server’s, whatever policies say of all files', async () => {
  const file = await write([toBytes(10)]);
  await settle(file);
  await database.query(`
    create policy "all" on storage.objects for all to anon, authenticated using (true);
    create policy "all" on storage.buckets for all to anon, authenticated using (true);
    insert into storage.buckets (id, name) values ('open', 'open');
    insert into storage.objects (bucket_id, name) values ('open', 'seen')`);
  for (const role of ['anon', 'authenticated'] as const) {
    const ask = (sql: string) =>
      database.transaction((one) => one.query(sql), {
        scope: { role, claims: { role } },
      });
    expect(await ask('select name from storage.objects')).toEqual([{ name: 'seen' }]);
    expect(await ask('select id from storage.buckets')).toEqual([{ id: 'open' }]);
    expect(await ask('update storage.buckets set public = true returning id')).toHaveLength(1);
    await expect(
      ask(`update storage.objects set bucket_id = 'muster-league' where name = 'seen'`),
    ).rejects.toMatchObject({ code: '42501' });
    await expect(
      ask(`insert into storage.objects (bucket_id, name) values ('muster-league', 'x')`),
    ).rejects.toMatchObject({ code: '42501' });
  }
});
