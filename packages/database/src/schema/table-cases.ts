import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from './case.ts';
import { optionalColumns } from './optional-columns.ts';
import { anybody, type Column, quoteTable, signedIn, type World } from './world.ts';

const person = signedIn(randomUUID());
const nullCode = '23502';

/**
 * A table takes a row with what it needs and no more, and opens nothing by a grant alone: a role that was
 * given every right by mistake finds no more rows than the policies show, and writes none.
 */
function tableCase(table: string): Case {
  const optional = optionalColumns[table]?.split(' ') ?? [];
  const quoted = quoteTable(table);
  const isPublic = table.startsWith('public.');
  return {
    object: `table ${table}`,
    lets: {
      'a row with what it needs': async (world) => {
        await world.add(table);
      },
      [`a row without ${optional.join(', ')}`]: async (world) => {
        const empty = await rowToEmpty(world, table);
        for (const column of optional) {
          const refusal = await world.attempt(() => empty(column));
          assert.notEqual(refusal?.code, nullCode, column);
        }
      },
    },
    stops: {
      'whoever was granted everything by mistake': async (world) => {
        await world.add(table);
        const row = await copyOf(world, table);
        await world.query(`grant all on ${quoted} to anon, authenticated;
          grant usage on schema private to anon, authenticated`);
        for (const scope of [anybody, person]) {
          await world.stops({ code: '42501' }, () => world.as(scope, row.insert, row.values));
          const reads = isPublic ? [] : await world.as(scope, `select 1 from ${quoted}`);
          const removed = await world.as(scope, `delete from ${quoted} returning 1`);
          // A person's own profile is theirs to change; it is not this one.
          const changed = await world.as(scope, `update ${quoted} set ${row.touch} returning 1`);
          assert.deepEqual([reads, removed, changed], [[], [], []]);
        }
      },
    },
  };
}

/** The statements that would write a table, were they let. */
async function copyOf(world: World, table: string) {
  const columns = (world.columns.get(table) ?? []).filter(({ is_given }) => is_given);
  const row: Record<string, unknown> = {};
  for (const column of columns.filter((own) => !own.is_nullable && !own.is_filled)) {
    row[column.name] = await world.sample(column);
  }
  const names = Object.keys(row).map((name) => `"${name}"`);
  const touched = columns.at(-1)?.name;
  return {
    insert:
      names.length === 0
        ? `insert into ${quoteTable(table)} default values`
        : `insert into ${quoteTable(table)} (${names}) values (${names.map((_, at) => `$${at + 1}`)})`,
    values: Object.values(row),
    touch: `"${touched}" = "${touched}"`,
  };
}

/** A row, and what takes the value from one of its columns. */
async function rowToEmpty(world: World, table: string) {
  await world.add(table);
  // A trigger may say something else of it before.
  await world.query(`alter table ${quoteTable(table)} disable trigger user`);
  return (column: string) => world.query(`update ${quoteTable(table)} set "${column}" = null`);
}

/** The columns of a table that must be filled: all that do not stand in the list of the others. */
function requiredCase(table: string, required: readonly string[]): Case {
  return {
    object: required.map((column) => `not null ${table}.${column}`),
    lets: {
      'a row that fills them': async (world) => {
        const row = await world.add(table);
        for (const column of required) {
          assert.notEqual(row[column], null, column);
        }
      },
    },
    stops: {
      'a row without one of them': async (world) => {
        const empty = await rowToEmpty(world, table);
        for (const column of required) {
          await world.stops({ code: nullCode, column }, () => empty(column));
        }
      },
    },
  };
}

export function tableCases(columns: ReadonlyMap<string, readonly Column[]>): Case[] {
  return [...columns].flatMap(([table, own]) => {
    const optional = optionalColumns[table]?.split(' ') ?? [];
    const required = own.filter(({ name, is_given }) => is_given && !optional.includes(name));
    return [
      tableCase(table),
      requiredCase(
        table,
        required.map(({ name }) => name),
      ),
    ];
  });
}
