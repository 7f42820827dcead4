import type { Queryable } from '@muster/database';
import { type KeptTable, keptTables } from './tables.ts';

export interface Column {
  name: string;
  kind: 'json' | 'jsonb' | 'uuid' | 'integer' | 'text' | 'other';
  /** It is never null. */
  is_required: boolean;
  /** Its place in the primary key, from 1; null where it is no part of it. */
  key_place: number | null;
}

/** A kept table as this database has it. */
export interface TableHere extends KeptTable {
  columns: readonly Column[];
}

/** Columns of tables, each row with the name of its table; what PostgreSQL computes by itself is none. */
export const columnsSql = `
  select n.nspname || '.' || c.relname as table, a.attname as name,
    case when t.typname in ('json', 'jsonb', 'uuid') then t.typname::text
      when t.typname in ('int2', 'int4', 'int8') then 'integer'
      when a.attcollation <> 0 then 'text' else 'other' end as kind,
    a.attnotnull as is_required, array_position(k.conkey, a.attnum) as key_place
  from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'`;

const sql = `${columnsSql}
  where n.nspname || '.' || c.relname = any ($1::text[]) order by a.attname collate "C"`;

/** The kept tables that this database has, in their order, with the columns that are kept of each by name. */
export async function listTablesHere(queryable: Queryable): Promise<TableHere[]> {
  const found = await queryable.query<Column & { table: string }>(sql, [
    keptTables.map(({ name }) => name),
  ]);
  const byTable = Map.groupBy(found, ({ table }) => table);
  return keptTables.flatMap((table) => {
    const columns = (byTable.get(table.name) ?? []).filter(
      ({ name }) => !table.without?.includes(name),
    );
    return columns.length === 0 ? [] : [{ ...table, columns }];
  });
}

/** A name as SQL takes it, whatever it holds. */
export function quote(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}
