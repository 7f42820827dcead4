import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listPendingMigrations, migrate, migrateWithin } from './migrate.ts';
import { createTestDatabase, holdOpen, type TestDatabase } from './testing/index.ts';
import type { Database } from './types.ts';

const script = fileURLToPath(new URL('testing/migrate-once.ts', import.meta.url));
const patience = { timeout: 60_000 };
let own: TestDatabase;
let database: Database;
let path: string;

beforeEach(async () => {
  own = await createTestDatabase({ isEmpty: true });
  database = own.database;
  path = await mkdtemp(join(tmpdir(), 'migrations-'));
  await database.query('create table t (n int); create index old on t (n)');
});
afterEach(async () => {
  await own[Symbol.asyncDispose]();
  await rm(path, { recursive: true });
});

const folder = () => ({ label: 'test', path });
const write = async (files: Record<string, string>) => {
  for (const [name, sql] of Object.entries(files)) {
    await writeFile(join(path, name), sql);
  }
};
const start = () => spawn(process.execPath, [script, own.url, path], { stdio: 'ignore' });

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'close');
}

/** As the embedded PostgreSQL does, which ends with its process. */
const endSession = () =>
  database.query(
    `select pg_terminate_backend(pid, 60000) from pg_stat_activity
     where datname = current_database() and application_name = 'muster migrate'`,
  );

/** Holds what a statement takes until it is let go. */
const hold = (sql: string) => holdOpen(database, sql);

const waitFor = (sql: string) =>
  expect.poll(async () => (await database.query(sql)).length, patience).toBe(1);
const recorded = async () =>
  (await database.query<{ sha256: string }>('select sha256 from private.migrations')).map(
    ({ sha256 }) => sha256,
  );
const getIndex = () =>
  database.query(
    `select indisvalid as is_valid from pg_index where indexrelid = to_regclass('public.t_n')`,
  );

const listIndexes = async () =>
  (
    await database.query<{ name: string }>(
      `select indexrelid::regclass::text as name from pg_index
       where indrelid = 't'::regclass and indisvalid order by 1`,
    )
  ).map(({ name }) => name);

const holdTable = () => hold('lock table t in row exclusive mode');
/** Locks of this database alone: tests of others wait on the same server, by the same numbers. */
const waitsHere = `select 1 from pg_locks join pg_stat_activity using (pid)
  where not granted and datname = current_database()`;
const waitsForRecord = `${waitsHere} and relation = to_regclass('private.migrations')`;
const build = { '1_a.sql': '-- New.\ncreate unique index concurrently t_n on public.t (n);' };

describe('a start after one that was killed', () => {
  test('in the midst of a file applies it from its beginning', async () => {
    const letGo = await hold('select pg_advisory_xact_lock(7)');
    await write({
      '1_a.sql': 'create table a ();',
      '2_b.sql': 'create table b (); select pg_advisory_xact_lock(7); create table c ();',
    });
    const child = start();
    await waitFor(`${waitsHere} and locktype = 'advisory' and objid = 7`);
    await kill(child);
    await letGo();
    expect((await migrate(database, [folder()])).applied).toEqual(['2_b.sql']);
    await database.query('select from a, b, c');
  });

  test('while an index was built finds half of it, and builds it', async () => {
    await write(build);
    const letGo = await holdTable();
    const child = start();
    await expect.poll(getIndex, patience).toEqual([{ is_valid: false }]);
    await kill(child);
    await endSession();
    await letGo();
    expect([await getIndex(), await recorded()]).toEqual([[{ is_valid: false }], ['under way']]);
    expect(await listPendingMigrations(database, [folder()])).toEqual(['1_a.sql']);
    expect((await migrate(database, [folder()])).applied).toEqual(['1_a.sql']);
    expect(await getIndex()).toEqual([{ is_valid: true }]);
    expect(await recorded()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect((await migrate(database, [folder()])).applied).toEqual([]);
  });

  test('while an index was built waits for the session that goes on with it', async () => {
    await write(build);
    const letGo = await holdTable();
    const child = start();
    await expect.poll(getIndex, patience).toEqual([{ is_valid: false }]);
    await kill(child);
    const migrated = migrate(database, [folder()]);
    await letGo();
    expect((await migrated).applied).toEqual(['1_a.sql']);
    expect(await getIndex()).toEqual([{ is_valid: true }]);
  });

  test.each([
    ['built', build['1_a.sql'], ['old', 't_n']],
    ['dropped', 'drop index concurrently public.old', []],
    ['built anew', 'reindex index concurrently old', ['old']],
  ])('between an index %s and its record goes on', async (_what, sql, names) => {
    await write({ '1_a.sql': sql });
    const letTableGo = await holdTable();
    const child = start();
    await waitFor(`${waitsHere} and locktype = 'virtualxid'`);
    const letRecordGo = await hold('lock table private.migrations in share mode');
    await letTableGo();
    await waitFor(waitsForRecord);
    await kill(child);
    await endSession();
    await letRecordGo();
    expect([await listIndexes(), await recorded()]).toEqual([names, ['under way']]);
    expect((await migrate(database, [folder()])).applied).toEqual(['1_a.sql']);
    expect(await listIndexes()).toEqual(names);
    expect(await recorded()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  });
});

test('an index of the same name that no killed start has left is never taken for its own', async () => {
  await database.query('create index t_n on t (n)');
  await write(build);
  for (const _start of [1, 2]) {
    await expect(migrate(database, [folder()])).rejects.toThrow('already exists');
  }
  expect(await listIndexes()).toEqual(['old', 't_n']);
});

test('what could not be built is tried again once what hindered it is gone', async () => {
  await write(build);
  await database.query('insert into t values (1), (1)');
  await expect(migrate(database, [folder()])).rejects.toMatchObject({ code: 'migration_failed' });
  await database.query('delete from t');
  expect((await migrate(database, [folder()])).applied).toEqual(['1_a.sql']);
  expect(await getIndex()).toEqual([{ is_valid: true }]);
});

test('within a transaction an index is built and dropped in the plain way', async () => {
  await write({ ...build, '2_b.sql': 'DROP INDEX CONCURRENTLY old;' });
  await database.transaction((transaction) => migrateWithin(transaction, [folder()]));
  expect(await getIndex()).toEqual([{ is_valid: true }]);
  expect(await database.query(`select to_regclass('old') as old`)).toEqual([{ old: null }]);
  expect((await migrate(database, [folder()])).applied).toEqual([]);
});
