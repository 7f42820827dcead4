import type { Queryable } from '@muster/database';
import { exposedSchema } from './read-schema.ts';

/** Every row of the catalogue that has a part in the schema, with the transaction that wrote it. */
const rows = `
  select concat('c', oid, ' ', xmin) from pg_class where relnamespace = $1::regnamespace
  union all
  select concat('a', a.attrelid, ' ', a.attnum, ' ', a.xmin)
  from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = $1::regnamespace and a.attnum > 0
  union all
  select concat('d', d.oid, ' ', d.xmin)
  from pg_attrdef d join pg_class c on c.oid = d.adrelid where c.relnamespace = $1::regnamespace
  union all
  select concat('v', r.oid, ' ', r.xmin)
  from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relnamespace = $1::regnamespace
  union all
  select concat('k', oid, ' ', xmin) from pg_constraint where connamespace = $1::regnamespace
  union all
  select concat('p', oid, ' ', xmin) from pg_proc where pronamespace = $1::regnamespace
  union all
  select concat('t', oid, ' ', xmin) from pg_type where typnamespace = $1::regnamespace`;

/** A text that is another one as soon as the exposed schema is. */
export async function readSchemaMark(database: Queryable): Promise<string> {
  const [row] = await database.query<{ mark: string | null }>(
    `select md5(string_agg(row, ',' order by row)) as mark from (${rows}) found (row)`,
    [exposedSchema],
  );
  return row?.mark ?? '';
}
