import type { Queryable } from '../types.ts';

/** The schemas whose every object has its rows here. */
export const OUR_SCHEMAS = ['auth', 'extensions', 'private', 'public', 'realtime'] as const;

const OURS = `n.nspname in ('${OUR_SCHEMAS.join("', '")}')`;

/** What an extension brings has its own tests elsewhere. */
const NOT_OF_EXTENSION = `not exists (select from pg_depend e
  where e.objid = p.oid and e.classid = 'pg_proc'::regclass and e.deptype = 'e')`;

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace`;
const TABLE = `n.nspname || '.' || c.relname`;

/**
 * A line an object. A key is a constraint or a unique index; a function of triggers is shown by each of its
 * triggers. Columns that the database fills in itself are never given, and so never null.
 */
const OBJECTS = `
  select 'table ' || ${TABLE} as object from ${TABLES} where ${OURS} and c.relkind in ('r', 'p')
  union all
  select 'not null ' || ${TABLE} || '.' || a.attname
  from ${TABLES} join pg_attribute a on a.attrelid = c.oid
  where ${OURS} and c.relkind in ('r', 'p') and a.attnum > 0 and a.attnotnull and not a.attisdropped
    and a.attidentity = '' and a.attgenerated = ''
  union all
  select case k.contype when 'c' then 'check ' when 'f' then 'reference ' when 'x' then 'exclusion '
    else k.contype::text || ' ' end || ${TABLE} || '.' || k.conname
  from ${TABLES} join pg_constraint k on k.conrelid = c.oid
  where ${OURS} and k.contype not in ('n', 'p', 'u') and k.conparentid = 0
  union all
  select 'key ' || ${TABLE} || '.' || i.relname
  from ${TABLES} join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
  where ${OURS} and x.indisunique
  union all
  select 'policy ' || ${TABLE} || ' "' || p.polname || '"'
  from ${TABLES} join pg_policy p on p.polrelid = c.oid where ${OURS}
  union all
  select 'trigger ' || ${TABLE} || '.' || t.tgname
  from ${TABLES} join pg_trigger t on t.tgrelid = c.oid where ${OURS} and not t.tgisinternal
  union all
  select 'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${OURS} and p.prorettype <> 'trigger'::regtype and ${NOT_OF_EXTENSION}`;

/** Every object of our schemas that lets something through and stops something, by its kind and name. */
export async function listObjects(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ object: string }>(
    `select object from (${OBJECTS}) objects order by object collate "C"`,
  );
  return rows.map(({ object }) => object);
}
