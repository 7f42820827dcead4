import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { listMigrationFiles } from './migration-files.ts';

const made: string[] = [];

afterEach(async () => {
  for (const path of made.splice(0)) {
    await rm(path, { recursive: true });
  }
});

/** The files of a folder as they are read. */
async function read(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  made.push(path);
  for (const [name, sql] of Object.entries(files)) {
    await writeFile(join(path, name), sql);
  }
  return listMigrationFiles({ label: 'test', path });
}

test('only SQL is read, in the order of the names, whatever ends its lines', async () => {
  const files = await read({ '2.sql': 'select 2;', '1.sql': 'select\n1;', '1.sql.md': 'x' });
  expect(files.map(({ folder, name, sql }) => [folder, name, sql])).toEqual([
    ['test', '1.sql', 'select\n1;'],
    ['test', '2.sql', 'select 2;'],
  ]);
  const [windows] = await read({ '1.sql': 'select\r\n1;' });
  expect(windows?.sha256).toBe(files[0]?.sha256);
  expect(files[1]?.sha256).not.toBe(files[0]?.sha256);
});

test('of a folder only the named files count, where names are given', async () => {
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  made.push(path);
  for (const name of ['1.sql', '2.sql', '3.sql']) {
    await writeFile(join(path, name), 'select 1;');
  }
  const list = async (only: string[]) =>
    (await listMigrationFiles({ label: 'test', path, only })).map(({ name }) => name);
  expect(await list(['3.sql', '1.sql', '4.sql'])).toEqual(['1.sql', '3.sql']);
  expect(await list([])).toEqual([]);
});

test('a folder that is not there holds none, and one that cannot be read is told', async () => {
  expect(await listMigrationFiles({ label: 'x', path: join(tmpdir(), 'no-such-place') })).toEqual(
    [],
  );
  const path = await mkdtemp(join(tmpdir(), 'migrations-'));
  made.push(path);
  await writeFile(join(path, 'file'), '');
  const folder = { label: 'x', path: join(path, 'file') };
  await expect(listMigrationFiles(folder)).rejects.toMatchObject({ code: 'migration_unreadable' });
});

describe('a statement', () => {
  test.each([
    ['create index concurrently i on t (n)', true],
    ['CREATE UNIQUE INDEX CONCURRENTLY i ON t (n);', true],
    ['drop index concurrently i', true],
    ['reindex table concurrently t', true],
    ['reindex (verbose) index concurrently i', true],
    ['vacuum t', true],
    ["alter system set work_mem = '1MB'", true],
    ['create database d', true],
    ['drop database d', true],
    ['create index i on t (n)', false],
    ['reindex table t', false],
    ['create table vacuum_log ()', false],
    ['alter table t add column n int', false],
    ['', false],
  ])('%s runs alone: %s', async (sql, runsAlone) => {
    const [file] = await read({ '1.sql': sql });
    expect(file?.runsAlone).toBe(runsAlone);
    const company = read({ '1.sql': `select 1;\n${sql}` });
    await (runsAlone
      ? expect(company).rejects.toMatchObject({
          code: 'migration_not_sql',
          message: expect.stringContaining('1.sql:2: this statement cannot run in a transaction'),
        })
      : expect(company).resolves.toHaveLength(1));
  });

  test.each([
    ['create index concurrently on t (n)', false],
    ['create index concurrently "I" on t (n)', false],
    ['create index concurrently if not exists on t (n)', false],
    ['create index concurrently if not exists i on only public.t using gin (n)', true],
    ['create unique index concurrently i\non t(n)', true],
  ])('%s has a name to be found by: %s', async (sql, hasName) => {
    const files = read({ '1.sql': sql });
    await (hasName
      ? expect(files).resolves.toHaveLength(1)
      : expect(files).rejects.toThrow('1.sql:1: an index that is built outside of a transaction'));
  });

  test.each([
    'begin',
    'start transaction',
    'commit',
    'end',
    'rollback',
    'abort',
    'savepoint s',
    'release s',
    "prepare transaction 'x'",
  ])('%s is refused', async (sql) => {
    await expect(read({ '1.sql': `select 1;\n\n${sql};` })).rejects.toMatchObject({
      code: 'migration_not_sql',
      message: expect.stringContaining('1.sql:3: each file is one transaction already'),
    });
  });

  test.each([
    'prepare p as select 1',
    'create function begin_turn() returns int language sql return 1',
    "copy t to '/tmp/x'",
    "copy t from '/srv/stdin.csv'",
    'do $$ begin perform 1; end $$',
  ])('%s is taken', async (sql) => {
    expect(await read({ '1.sql': sql })).toHaveLength(1);
  });

  test.each(['copy t from stdin', 'COPY t (a, b)\nFROM STDIN WITH CSV', '\\copy t from x'])(
    '%s needs psql',
    async (sql) => {
      await expect(read({ '1.sql': sql })).rejects.toMatchObject({ code: 'migration_not_sql' });
    },
  );
});
