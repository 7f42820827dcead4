import type { Transaction } from '@muster/database';

/** Inserts rows into a table of ours, or updates those whose key is there. Names are ours, never input. */
export async function upsertRows(
  transaction: Transaction,
  table: string,
  key: readonly string[],
  rows: readonly object[],
  kept: readonly string[] = [],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) {
    return;
  }
  const columns = Object.keys(first).join(', ');
  const updates = Object.keys(first)
    .filter((column) => !key.includes(column) && !kept.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  await transaction.query(
    `insert into ${table} (${columns})
     select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)
     on conflict (${key.join(', ')}) ${updates.length === 0 ? 'do nothing' : `do update set ${updates.join(', ')}`}`,
    [JSON.stringify(rows)],
  );
}

/** Replaces what stands under some parents by new rows. Both statements are sent at once, in this order. */
export async function replaceRows(
  transaction: Transaction,
  table: string,
  parent: string,
  ids: readonly string[],
  rows: readonly object[],
): Promise<void> {
  const sent: Promise<unknown>[] = [];
  if (ids.length > 0) {
    sent.push(transaction.query(`delete from ${table} where ${parent} = any($1::uuid[])`, [ids]));
  }
  const [first] = rows;
  if (first !== undefined) {
    const columns = Object.keys(first).join(', ');
    sent.push(
      transaction.query(
        `insert into ${table} (${columns})
         select ${columns} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(rows)],
      ),
    );
  }
  await Promise.all(sent);
}
