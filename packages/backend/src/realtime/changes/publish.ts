import type { Queryable } from '@muster/database';
import { quote } from '../../rest/sql/sql-writer.ts';
import type { Change } from './outbox.ts';
import type { PublishedTable } from './tables.ts';

/** A change of a table, as it was made or as it is published. */
export interface ChangeOfTable {
  change: Change;
  table: PublishedTable;
}

/**
 * What the publication tells of these changes, where it has a condition on a table's rows: as PostgreSQL does, a row that
 * comes to fulfil it is inserted, one that does so no longer is deleted, and of others nothing is told.
 */
export async function publish(
  queryable: Queryable,
  changes: readonly ChangeOfTable[],
): Promise<ChangeOfTable[]> {
  const published = new Map<Change, Change | null>();
  for (const [table, ofTable] of Map.groupBy(changes, (one) => one.table)) {
    if (table.condition !== null) {
      const found = await judge(queryable, table, ofTable);
      for (const { change } of ofTable) {
        published.set(change, toPublished(change, found.get(change.id)));
      }
    }
  }
  return changes.flatMap(({ change, table }) => {
    const told = published.get(change);
    return told === null ? [] : [{ change: told ?? change, table }];
  });
}

/** Whether a row fulfils the condition as it was, and as it is. */
interface Judgement {
  id: string;
  before: boolean | null;
  after: boolean | null;
}

async function judge(
  queryable: Queryable,
  table: PublishedTable,
  changes: readonly ChangeOfTable[],
): Promise<Map<string, Judgement>> {
  const fulfils = (row: string) =>
    `(select ${table.condition} from json_populate_record(null::${table.inSql}, c.${row}) as ${quote(table.name)}
      where c.${row} is not null)`;
  const rows = await queryable.query<Judgement>(
    `select c.id::text as id, ${fulfils('old_record')} as before, ${fulfils('record')} as after
     from realtime.changes c where c.xid = any($1::text[]::xid8[]) and c.id = any($2::bigint[])`,
    [[...new Set(changes.map(({ change }) => change.xid))], changes.map(({ change }) => change.id)],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

function toPublished(change: Change, judgement: Judgement | undefined): Change | null {
  const [before, after] = [judgement?.before === true, judgement?.after === true];
  switch (change.type) {
    case 'INSERT':
      return after ? change : null;
    case 'DELETE':
      return before ? change : null;
    case 'UPDATE':
      if (before && after) {
        return change;
      }
      if (after) {
        return { ...change, type: 'INSERT', oldRecord: null };
      }
      return before ? { ...change, type: 'DELETE', record: null } : null;
    default:
      return change;
  }
}
