import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listTablesHere } from './catalogue.ts';
import { findUnlisted } from './find-unlisted.ts';
import { keptTables, leftOutTables } from './tables.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own[Symbol.asyncDispose]());

const kept = keptTables.map(({ name }) => name);
const leftOut = Object.keys(leftOutTables);

async function listTables(): Promise<string[]> {
  const rows = await own.database.query<{ name: string }>(
    `select schemaname || '.' || tablename as name from pg_tables
     where schemaname !~ '^pg_' and schemaname <> 'information_schema'`,
  );
  return rows.map(({ name }) => name);
}

it('names every table of a migrated database once, as kept or as left out, and no other', async () => {
  expect(await findUnlisted(own.database)).toEqual([]);
  expect([...kept, ...leftOut].toSorted()).toEqual((await listTables()).toSorted());
});

it('finds a table that nobody has listed', async () => {
  await own.database.query('create table private.zz_new (id integer primary key)');
  expect(await findUnlisted(own.database)).toEqual(['private.zz_new']);
  await own.database.query('drop table private.zz_new');
});

it('has each table behind those that its rows refer to, none of which is left out', async () => {
  const references = await own.database.query<{ from: string; to: string }>(
    `select n.nspname || '.' || a.relname as from,
       m.nspname || '.' || b.relname as to
     from pg_constraint k
       join pg_class a on a.oid = k.conrelid join pg_namespace n on n.oid = a.relnamespace
       join pg_class b on b.oid = k.confrelid join pg_namespace m on m.oid = b.relnamespace
     where k.contype = 'f' and a.oid <> b.oid`,
  );
  const wrong = references.filter(
    ({ from, to }) =>
      kept.includes(from) && !(kept.indexOf(to) < kept.indexOf(from) && kept.includes(to)),
  );
  expect(references.length).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

it('orders each table by a key, and keeps each column but those that it names', async () => {
  const here = await listTablesHere(own.database);
  expect(here.map(({ name }) => name)).toEqual(kept);
  expect(
    here.filter(({ columns }) => columns.every(({ key_place }) => key_place === null)),
  ).toEqual([]);
  const columns = await own.database.query<{ name: string }>(
    `select table_schema || '.' || table_name || '.' || column_name as name
     from information_schema.columns
     where table_schema || '.' || table_name = any ($1::text[]) and is_generated = 'NEVER'`,
    [kept],
  );
  const without = keptTables.flatMap(({ name, without = [] }) =>
    without.map((column) => `${name}.${column}`),
  );
  const found = here.flatMap((table) => table.columns.map(({ name }) => `${table.name}.${name}`));
  expect([...found, ...without].toSorted()).toEqual(columns.map(({ name }) => name).toSorted());
});
