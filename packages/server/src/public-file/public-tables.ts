import type { Transaction } from '@muster/database';
import { type Column, columnsSql, type TableHere } from '../league-file/catalogue.ts';
import { toLinesSql } from '../league-file/rows-sql.ts';

/** The tables that anybody may ask REST for, with the columns that they get; the log stands by stream. */
const sql = `${columnsSql}
  where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity
    and c.relname <> 'league_events' and has_column_privilege('anon', c.oid, a.attnum, 'select')
  order by c.relname collate "C", a.attname collate "C"`;

export async function listPublicTables(transaction: Transaction): Promise<TableHere[]> {
  const columns = await transaction.query<Column & { table: string }>(sql);
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
  yield* transaction.copyLines(toLinesSql(table), onRows);
  // What fails before ends the transaction, and its role with it.
  await transaction.query('reset role');
}
