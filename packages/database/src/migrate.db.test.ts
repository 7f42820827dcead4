import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { describeCatalogue } from './describe-catalogue.ts';
import { installJobQueue } from './job-queue.ts';
import { listPendingMigrations, migrate } from './migrate.ts';
import type { MigrationFolder } from './migration-files.ts';
import { createTestDatabase } from './testing/index.ts';
import { migrationFolders } from './testing/migration-folders.ts';

const folders: string[] = [];

afterEach(async () => {
  for (const path of folders.splice(0)) {
    await rm(path, { recursive: true });
  }
});

async function createFolder(files: Record<string, string>): Promise<MigrationFolder> {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  folders.push(path);
  for (const [name, sql] of Object.entries(files)) {
    await writeFile(join(path, name), sql);
  }
  return { label: 'test', path };
}

describe('migrating', () => {
  test('applies the files of a folder in the order of their names, each once', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const { database } = empty;
    const folder = await createFolder({
      '2_b.sql': 'insert into t values (1);',
      '1_a.sql': 'create table t (n int); -- x; \\d\n',
      'notes.md': 'not SQL',
    });
    expect((await migrate(database, [folder])).applied).toEqual(['1_a.sql', '2_b.sql']);
    expect((await migrate(database, [folder])).applied).toEqual([]);
    await writeFile(join(folder.path, '3_c.sql'), 'insert into t values (2);');
    expect((await migrate(database, [folder])).applied).toEqual(['3_c.sql']);
    expect(await database.query('select n from t order by n')).toEqual([{ n: 1 }, { n: 2 }]);
    const recorded = await database.query('select folder, name, sha256 from private.migrations');
    expect(recorded).toHaveLength(3);
    expect(recorded[0]).toMatchObject({
      folder: 'test',
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('takes a folder that is not there for an empty one', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const nowhere = { label: 'test', path: join(tmpdir(), 'no-such-folder') };
    expect((await migrate(empty.database, [nowhere])).applied).toEqual([]);
  });

  test('lets files of different folders have one name', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const first = await createFolder({ '1_a.sql': 'create table a ();' });
    const second = { ...(await createFolder({ '1_a.sql': 'create table b ();' })), label: 'other' };
    expect((await migrate(empty.database, [first, second])).applied).toHaveLength(2);
  });

  test('runs alone what PostgreSQL refuses in a transaction', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({
      '1_a.sql': 'create table t (n int);',
      '2_b.sql': '-- Without a lock.\ncreate unique index concurrently t_n on t (n);\n',
    });
    expect((await migrate(empty.database, [folder])).applied).toHaveLength(2);
  });

  test("goes on from where Supabase's own tool stopped", async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    await empty.database.query(`create schema supabase_migrations;
      create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
      create table a ();
      insert into supabase_migrations.schema_migrations values ('20260101000000', '{}', 'create_a')`);
    const folder = await createFolder({
      '20260101000000_create_a.sql': 'create table a ();',
      '20260102000000_create_b.sql': 'create table b ();',
    });
    expect((await migrate(empty.database, [folder])).applied).toEqual([
      '20260102000000_create_b.sql',
    ]);
    expect((await migrate(empty.database, [folder])).applied).toEqual([]);
  });

  test('knows a file that has another name now', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    await migrate(empty.database, [
      await createFolder({ '1_a.sql': 'create table a ();', '3_c.sql': '' }),
    ]);
    const folder = await createFolder({ '2_a.sql': 'create table a ();', '3_c.sql': '' });
    expect(await listPendingMigrations(empty.database, [folder])).toEqual([]);
    expect((await migrate(empty.database, [folder])).applied).toEqual([]);
    const recorded = await empty.database.query(
      'select name from private.migrations order by name',
    );
    expect(recorded).toEqual([{ name: '2_a.sql' }, { name: '3_c.sql' }]);
  });

  test('applies late what says that it may come late', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    await migrate(empty.database, [await createFolder({ '2_b.sql': 'create table b ();' })]);
    const folder = await createFolder({
      '1_a.sql': '-- May come late: nothing needs it.\ncreate table a ();',
      '2_b.sql': 'create table b ();',
    });
    expect((await migrate(empty.database, [folder])).applied).toEqual(['1_a.sql']);
    expect((await migrate(empty.database, [folder])).applied).toEqual([]);
  });

  test('from several processes at once applies each file once', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({
      '1_a.sql': 'select pg_sleep(0.2); create table t (n int);',
      '2_b.sql': 'create index concurrently t_n on t (n);',
      '3_c.sql': 'insert into t values (1);',
    });
    const script = fileURLToPath(new URL('testing/migrate-once.ts', import.meta.url));
    const run = () =>
      promisify(execFile)(process.execPath, [script, empty.url, folder.path], { timeout: 50_000 });
    const outputs = await Promise.all([run(), run(), run()]);
    const applied = outputs.flatMap(({ stdout }) => JSON.parse(stdout) as string[]);
    expect(applied.sort()).toEqual(['1_a.sql', '2_b.sql', '3_c.sql']);
    expect(await empty.database.query('select n from t')).toEqual([{ n: 1 }]);
  });

  test('twice from nothing gives the same catalogue', async () => {
    await using first = await createTestDatabase();
    await using second = await createTestDatabase({ isEmpty: true });
    await migrate(second.database, migrationFolders);
    await installJobQueue(second.database);
    expect(await describeCatalogue(second.database)).toBe(await describeCatalogue(first.database));
  });
});

test('a file that was mended is taken for what it says that it was, and for nothing else', async () => {
  await using own = await createTestDatabase({ isEmpty: true });
  const before = 'create schema made;';
  const hash = createHash('sha256').update(before).digest('hex');
  await migrate(own.database, [await createFolder({ '1_a.sql': before })]);
  const toMended = (was: string) =>
    createFolder({
      '1_a.sql': `-- Formerly ${was}: it failed.\ncreate schema if not exists made;`,
    });
  expect((await migrate(own.database, [await toMended(hash)])).applied).toEqual([]);
  await expect(migrate(own.database, [await toMended('0'.repeat(64))])).rejects.toMatchObject({
    code: 'migration_changed',
  });
});

describe('is refused, by name and with nothing applied,', () => {
  test('a file that was changed after it was applied', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({ '1_a.sql': 'create table a ();' });
    await migrate(empty.database, [folder]);
    await writeFile(join(folder.path, '1_a.sql'), 'create table a (n int);');
    await writeFile(join(folder.path, '2_b.sql'), 'create table b ();');
    await expect(migrate(empty.database, [folder])).rejects.toMatchObject({
      code: 'migration_changed',
      message: expect.stringContaining('1_a.sql was changed'),
    });
    expect(await empty.database.query("select to_regclass('b') as b")).toEqual([{ b: null }]);
    await writeFile(join(folder.path, '1_a.sql'), 'create table a ();');
    expect((await migrate(empty.database, [folder])).applied).toEqual(['2_b.sql']);
  });

  test('but not for the ends of its lines', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({ '1_a.sql': 'create table a ();\n' });
    await migrate(empty.database, [folder]);
    await writeFile(join(folder.path, '1_a.sql'), 'create table a ();\r\n');
    expect((await migrate(empty.database, [folder])).applied).toEqual([]);
  });

  test('a file that is gone', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({ '1_a.sql': 'create table a ();' });
    await migrate(empty.database, [folder]);
    await unlink(join(folder.path, '1_a.sql'));
    await expect(migrate(empty.database, [folder])).rejects.toThrow('1_a.sql, which is not in');
  });

  test('a new file that comes before an applied one', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({ '2_b.sql': 'create table b ();' });
    await migrate(empty.database, [folder]);
    await writeFile(join(folder.path, '1_a.sql'), 'create table a ();');
    await expect(migrate(empty.database, [folder])).rejects.toThrow(
      '1_a.sql would come before 2_b.sql',
    );
  });

  test.each([
    ['a psql command', 'select 1;\n\\i other.sql\n', '1_a.sql:2: psql commands'],
    ['a copy from the client', '\n\nCOPY t (n)\n  FROM STDIN;\n', '1_a.sql:3: COPY'],
    ['a transaction of its own', '-- x\nBEGIN;\nselect 1;\nCOMMIT;', '1_a.sql:2: each file is one'],
    [
      'a lone statement in company',
      'create table t (n int);\ncreate index concurrently i on t (n);',
      '1_a.sql:2: this statement cannot run in a transaction',
    ],
  ])('%s', async (_name, sql, message) => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({ '1_a.sql': sql });
    await expect(migrate(empty.database, [folder])).rejects.toThrow(message);
    expect(await empty.database.query("select to_regnamespace('private') as p")).toEqual([
      { p: null },
    ]);
  });

  test('a file with a mistake, whose line is told', async () => {
    await using empty = await createTestDatabase({ isEmpty: true });
    const folder = await createFolder({
      '1_a.sql': 'create table a ();',
      '2_b.sql': "-- 🜁 ä\ncreate table b ();\nselect '🜁',\n  nothing from b;\n",
    });
    await expect(migrate(empty.database, [folder])).rejects.toMatchObject({
      code: 'migration_failed',
      message: expect.stringMatching(/^2_b\.sql:4: column "nothing" does not exist/),
    });
    const [found] = await empty.database.query(
      "select to_regclass('a') is not null as a, to_regclass('b') is not null as b",
    );
    expect(found).toEqual({ a: true, b: false });
  });
});
