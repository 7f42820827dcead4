import type { Transaction } from '@muster/database';
import type { TableHere } from '../league-file/catalogue.ts';
import { readLines } from '../league-file/read-rows.ts';

interface ColumnRow {
  table: string;
  name: string;
  kind: 'json' | 'jsonb' | 'text' | 'other';
  key_place: number | null;
}

/** The tables that anybody may ask REST for, with the columns that they get; the log stands by stream. */
const sql = `
  select n.nspname || '.' || c.relname as table, a.attname as name,
    case when t.typname in ('json', 'jsonb') then t.typname::text
      when a.attcollation <> 0 then 'text' else 'other' end as kind,
    array_position(k.conkey, a.attnum) as key_place
  from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
  where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity
    and c.relname <> 'league_events' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    and has_column_privilege('anon', c.oid, a.attnum, 'select')
  order by c.relname collate "C", a.attname collate "C"`;

export async function listPublicTables(transaction: Transaction): Promise<TableHere[]> {
  const columns = await transaction.query<ColumnRow>(sql);
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own,
  }));
}

/** A table's rows as row level security gives them to a stranger, one a line. */
export async function* readPublicLines(
  transaction: Transaction,
  table: TableHere,
  onRows: (rows: number) => void,
): AsyncGenerator<Buffer> {
  await transaction.query('set local role anon');
  yield* readLines(transaction, table, onRows);
  // What fails before ends the transaction, and its role with it.
  await transaction.query('reset role');
}
