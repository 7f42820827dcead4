import type { Queryable } from '@muster/database';
import { keptTables, leftOutTables } from './tables.ts';

/** Tables of this database that a league's file neither keeps nor names as left out. */
export async function findUnlisted(queryable: Queryable): Promise<string[]> {
  const rows = await queryable.query<{ name: string }>(
    `select n.nspname || '.' || c.relname as name
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'm', 'f') and not c.relispartition
       and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
       and n.nspname || '.' || c.relname <> all ($1::text[])
     order by 1`,
    [[...keptTables.map(({ name }) => name), ...Object.keys(leftOutTables)]],
  );
  return rows.map(({ name }) => name);
}
