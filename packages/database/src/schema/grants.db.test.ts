import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import type { Transaction } from '../types.ts';
import { findWrongRights } from './rights.ts';

const roles = ['anon', 'authenticated'] as const;
type Role = (typeof roles)[number];

interface Rights {
  select: boolean;
  insert: boolean;
  /** The columns that may be set. */
  update: readonly string[];
  delete: boolean;
}

/** What holds for every table, also for one that was made after this was written. */
const rule: Readonly<Record<'public' | 'private', Rights>> = {
  public: { select: true, insert: false, update: [], delete: false },
  private: { select: false, insert: false, update: [], delete: false },
};

/** The only departures from the rule. */
const exceptions: Readonly<Record<string, Partial<Record<Role, Partial<Rights>>>>> = {
  'public.profiles': { authenticated: { update: ['locale', 'username'] } },
};

interface Table {
  schema: 'public' | 'private';
  name: string;
  /** For use in a statement. */
  quoted: string;
  has_row_level_security: boolean;
  columns: string[];
}

let given: TestDatabase;
let tables: Table[];

beforeAll(async () => {
  given = await createTestDatabase();
  tables = await given.database.query<Table>(`
    select n.nspname as schema, n.nspname || '.' || c.relname as name,
      format('%I.%I', n.nspname, c.relname) as quoted,
      c.relrowsecurity as has_row_level_security,
      (select array_agg(quote_ident(a.attname) order by a.attname) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')
    order by 1, 2`);
});

afterAll(() => given?.[Symbol.asyncDispose]());

/** Refused means 42501 and nothing else: any other answer shows that the statement got further. */
async function isAllowed(transaction: Transaction, statement: string): Promise<boolean> {
  await transaction.query('savepoint attempt');
  try {
    await transaction.query(statement);
    return true;
  } catch (error) {
    return (error as { code?: string }).code !== '42501';
  } finally {
    await transaction.query('rollback to savepoint attempt');
  }
}

async function findRights(transaction: Transaction, table: Table): Promise<Rights> {
  const update: string[] = [];
  for (const column of table.columns) {
    if (await isAllowed(transaction, `update ${table.quoted} set ${column} = default`)) {
      update.push(column);
    }
  }
  return {
    select: await isAllowed(transaction, `select * from ${table.quoted}`),
    insert: await isAllowed(transaction, `insert into ${table.quoted} default values`),
    update,
    delete: await isAllowed(transaction, `delete from ${table.quoted}`),
  };
}

test('each role has the rights that stand in the list, and no other', async () => {
  expect(await findWrongRights(given.database)).toEqual([]);
});

test('every table has row level security', () => {
  expect(tables.length).toBeGreaterThan(30);
  expect(tables.filter((table) => !table.has_row_level_security).map(({ name }) => name)).toEqual(
    [],
  );
});

test.each(roles)('%s may do to each table what the rule says, and no more', async (role) => {
  const found: Record<string, Rights> = {};
  await given.database.transaction(
    async (transaction) => {
      for (const table of tables) {
        found[table.name] = await findRights(transaction, table);
      }
    },
    { scope: { role, claims: { sub: randomUUID(), role } } },
  );
  const expected = tables.map((table) => [
    table.name,
    { ...rule[table.schema], ...exceptions[table.name]?.[role] },
  ]);
  expect(found).toEqual(Object.fromEntries(expected));
});

test('a view in public has the rights of who asks, not of its owner', async () => {
  const views = await given.database.query(`
    select c.oid::regclass::text as name from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('v', 'm')
      and not coalesce('security_invoker=true' = any (c.reloptions)
        or 'security_invoker=on' = any (c.reloptions), false)`);
  expect(views).toEqual([]);
});
