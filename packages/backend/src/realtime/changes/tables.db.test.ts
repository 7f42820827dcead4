import type { Database } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeTables, findPublished, findWholes, type PublishedTable } from './tables.ts';

/** What is known of the tables of which changes are told. */

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await createTestDatabase();
  ({ database } = own);
  await database.query(`
    create schema clubs;
    create table by_key (id int primary key, body varchar(5), twice int generated always as (id * 2) stored,
      gone text);
    alter table by_key drop column gone;
    create table by_all (id int primary key, body text);
    alter table by_all replica identity full;
    create table by_index (id int primary key, body text not null, other text);
    create unique index by_index_body on by_index (body);
    alter table by_index replica identity using index by_index_body;
    create table by_nothing (id int primary key, body text);
    alter table by_nothing replica identity nothing;
    create table keyless (body text);
    create table clubs."Odd Name" ("the key" int primary key, "a ""b""" text);
    create table in_part (id int primary key, shown text, hidden text, twice int generated always as (id * 2) stored);
    create table whole (id int, at int, primary key (id, at)) partition by range (at);
    create table whole_1 partition of whole for values from (0) to (10) partition by range (at);
    create table whole_1_1 partition of whole_1 for values from (0) to (5);
    create table open (id int primary key);
    create table closed (id int primary key, owner text);
    alter table closed enable row level security;
    create policy everybody on closed for select using (owner = 'all');
    create policy theirs on closed for all to authenticated using (owner = 'theirs');
    create policy narrow on closed as restrictive for select to authenticated, anon using (id > 0);
    create policy written on closed for insert to anon with check (owner = 'written');
    create policy changed on closed for update to anon using (owner = 'changed');
    create table barred (id int primary key);
    alter table barred enable row level security;
    grant usage on schema clubs to anon;
    grant select on by_key to anon, authenticated;
    grant select (id, shown) on in_part to anon;
    alter publication supabase_realtime add table by_key, by_all, by_index, by_nothing, keyless, clubs."Odd Name",
      in_part (id, shown), whole, open where (id > 7), closed, barred;
    create table realtime.kept (id int primary key);
    alter publication supabase_realtime add table realtime.kept`);
});
afterAll(() => own[Symbol.asyncDispose]());

async function toEntity(name: string): Promise<number> {
  const [row] = await database.query<{ entity: number }>('select $1::regclass::oid as entity', [
    name,
  ]);
  return row?.entity ?? expect.fail('it is not there');
}

async function describeOne(name: string): Promise<PublishedTable> {
  const entity = await toEntity(name);
  return (await describeTables(database, [entity])).get(entity) ?? expect.fail('it is unknown');
}

describe('a column', () => {
  test('is as it is published: named, of its type, and known to be of the key', async () => {
    const { columns } = await describeOne('by_key');
    expect(columns).toMatchObject([
      { name: 'id', type: 'int4', cast: 'integer', isKey: true },
      { name: 'body', type: 'varchar', cast: 'character varying', isKey: false },
      { name: 'twice', type: 'int4', cast: 'integer', isKey: false },
    ]);
  });

  test.each([
    ['by_key', ['id']],
    ['by_all', ['id', 'body']],
    ['by_index', ['body']],
    ['by_nothing', []],
    ['keyless', []],
  ])('of %s says which row it was: %j', async (table, names) => {
    const { columns } = await describeOne(table);
    expect(columns.filter(({ isIdentity }) => isIdentity).map(({ name }) => name)).toEqual(names);
  });

  test('that is not published is not there, and what is computed only where all is', async () => {
    const { columns } = await describeOne('in_part');
    expect(columns.map(({ name, readers }) => [name, readers])).toEqual([
      ['id', ['anon']],
      ['shown', ['anon']],
    ]);
  });

  test('is read by those who may', async () => {
    const { columns } = await describeOne('by_key');
    for (const { readers } of columns) {
      expect(readers).toEqual(['anon', 'authenticated']);
    }
  });
});

describe('a table', () => {
  test('has its names, also as they stand in SQL', async () => {
    expect(await describeOne('clubs."Odd Name"')).toMatchObject({
      ...{ schema: 'clubs', name: 'Odd Name', inSql: 'clubs."Odd Name"' },
      columns: [{ name: 'the key' }, { name: 'a "b"' }],
    });
  });

  test('has the condition of the publication, and the kinds of changes that it has', async () => {
    expect((await describeOne('open')).condition).toBe('(id > 7)');
    expect((await describeOne('by_key')).condition).toBeNull();
    expect((await describeOne('by_key')).types).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    for (const [published, types] of [
      ['insert', ['INSERT']],
      ['update, delete, truncate', ['UPDATE', 'DELETE']],
    ] as const) {
      await database.query(`alter publication supabase_realtime set (publish = '${published}')`);
      expect((await describeOne('by_key')).types).toEqual(types);
    }
    await database.query(
      `alter publication supabase_realtime set (publish = 'insert, update, delete')`,
    );
  });

  test('without guards hides nothing from anybody, one with them from all but the service', async () => {
    expect(await describeOne('by_key')).toMatchObject({ isGuarded: false });
    expect(new Set((await describeOne('by_key')).seesAll)).toEqual(
      new Set(['anon', 'authenticated', 'service_role']),
    );
    const barred = await describeOne('barred');
    expect(barred).toMatchObject({ isGuarded: true, seesAll: ['service_role'] });
    for (const role of ['anon', 'authenticated']) {
      expect(await database.query(`select where ${barred.visible[role]}`)).toEqual([]);
    }
  });

  test('shows who owns it all, unless it is guarded from them too', async () => {
    await database.query('grant create on schema public to authenticated');
    await database.query('alter table barred owner to authenticated');
    expect(new Set((await describeOne('barred')).seesAll)).toEqual(
      new Set(['authenticated', 'service_role']),
    );
    await database.query('alter table barred force row level security');
    expect((await describeOne('barred')).seesAll).toEqual(['service_role']);
  });

  test('shows what one policy of a role lets it see and no other forbids', async () => {
    const { visible } = await describeOne('closed');
    const judge = async (role: string) => {
      const rows = await database.query<{ row: string }>(
        `select owner || id as row from (values (1, 'all'), (0, 'all'), (1, 'theirs'), (0, 'theirs'),
           (1, 'written'), (1, 'changed')) as closed (id, owner) where ${visible[role]}`,
      );
      return rows.map(({ row }) => row);
    };
    expect(await judge('anon')).toEqual(['all1']);
    expect(await judge('authenticated')).toEqual(['all1', 'theirs1']);
    expect(await judge('service_role')).toEqual(['all1', 'all0']);
  });

  test('that is published no more, or never was, is left out', async () => {
    const [known, gone] = [await toEntity('by_key'), await toEntity('pg_catalog.pg_class')];
    expect([...(await describeTables(database, [known, gone, 1])).keys()]).toEqual([known]);
  });
});

describe('by their names are found', () => {
  test.each([
    [{ schema: 'public', table: 'by_key' }, ['by_key']],
    [{ schema: 'clubs', table: '*' }, ['clubs."Odd Name"']],
    [{ schema: '*', table: 'Odd Name' }, ['clubs."Odd Name"']],
    [{ schema: 'public', table: 'Odd Name' }, []],
    [{ schema: 'public', table: 'nothing' }, []],
    [{ schema: 'realtime', table: '*' }, []],
    [{ schema: '*', table: 'kept' }, []],
  ])('%j: %j', async (asked, names) => {
    expect(await findPublished(database, asked)).toEqual(await Promise.all(names.map(toEntity)));
  });

  test('all, but for our own', async () => {
    const all = await findPublished(database, { schema: '*', table: '*' });
    expect(all).toContain(await toEntity('by_key'));
    expect(all).toContain(await toEntity('clubs."Odd Name"'));
    expect(all).not.toContain(await toEntity('realtime.kept'));
    const ours = await toEntity('realtime.kept');
    expect([...(await describeTables(database, [ours])).keys()]).toEqual([]);
  });
});

test('parts of a table are told from it, however deep they lie', async () => {
  const [whole, part, deep, other] = await Promise.all(
    ['whole', 'whole_1', 'whole_1_1', 'by_key'].map(toEntity),
  );
  const find = (entities: (number | undefined)[]) =>
    findWholes(
      database,
      [part, deep, other].map((one) => one ?? 0),
      entities.map((one) => one ?? 0),
    );
  expect(await find([whole])).toEqual(
    new Map([
      [part, whole],
      [deep, whole],
    ]),
  );
  expect(await find([other])).toEqual(new Map());
});
