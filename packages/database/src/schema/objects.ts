import type { Queryable } from '../types.ts';

/** The schemas whose every object has its rows here. */
export const ourSchemas = [
  'auth',
  'extensions',
  'private',
  'public',
  'realtime',
  'storage',
] as const;

const ours = `n.nspname in ('${ourSchemas.join("', '")}')`;

/** What an extension brings has its own tests elsewhere. */
const notOfExtension = `not exists (select from pg_depend e
  where e.objid = p.oid and e.classid = 'pg_proc'::regclass and e.deptype = 'e')`;

const tables = `pg_class c join pg_namespace n on n.oid = c.relnamespace`;
const table = `n.nspname || '.' || c.relname`;

/**
 * A line an object. A key is a constraint or a unique index; a function of triggers is shown by each of its
 * triggers, unless its triggers come and go. Columns that the database fills in itself are never given, and so never null.
 */
const objects = `
  select 'table ' || ${table} as object from ${tables} where ${ours} and c.relkind in ('r', 'p')
  union all
  select 'not null ' || ${table} || '.' || a.attname
  from ${tables} join pg_attribute a on a.attrelid = c.oid
  where ${ours} and c.relkind in ('r', 'p') and a.attnum > 0 and a.attnotnull and not a.attisdropped
    and a.attidentity = '' and a.attgenerated = ''
  union all
  select case k.contype when 'c' then 'check ' when 'f' then 'reference ' when 'x' then 'exclusion '
    else k.contype::text || ' ' end || ${table} || '.' || k.conname
  from ${tables} join pg_constraint k on k.conrelid = c.oid
  where ${ours} and k.contype not in ('n', 'p', 'u') and k.conparentid = 0
  union all
  select 'key ' || ${table} || '.' || i.relname
  from ${tables} join pg_index x on x.indrelid = c.oid join pg_class i on i.oid = x.indexrelid
  where ${ours} and x.indisunique
  union all
  select 'policy ' || ${table} || ' "' || p.polname || '"'
  from ${tables} join pg_policy p on p.polrelid = c.oid where ${ours}
  union all
  select 'trigger ' || ${table} || '.' || t.tgname
  from ${tables} join pg_trigger t on t.tgrelid = c.oid where ${ours} and not t.tgisinternal
  union all
  select 'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')'
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
  where ${ours} and ${notOfExtension} and (p.prorettype <> 'trigger'::regtype
    or not exists (select from pg_trigger t where t.tgfoid = p.oid))`;

/** Every object of our schemas that lets something through and stops something, by its kind and name. */
export async function listObjects(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ object: string }>(
    `select object from (${objects}) objects order by object collate "C"`,
  );
  return rows.map(({ object }) => object);
}
