import type { Queryable, Scope } from '@muster/database';

/** A table of the publication, as it is at the moment of asking. */
export interface PublishedTable {
  /** Its oid: what stays the same when it is renamed. */
  entity: number;
  schema: string;
  name: string;
  /** Both names, as they stand in SQL. */
  inSql: string;
  /** Which kinds of changes are published. */
  types: readonly string[];
  /** In their order. */
  columns: readonly Column[];
  /** What the publication says of the rows that it tells of, in SQL; null where it tells of all. */
  condition: string | null;
  /** Whether policies say who sees which row. */
  isGuarded: boolean;
  /** What the policies of each role say of a row of the table's name, in SQL. */
  visible: Readonly<Record<string, string>>;
  /** The roles that no policy keeps any row from. */
  seesAll: readonly Scope['role'][];
}

export interface Column {
  name: string;
  /** As `pg_type` names it, such as `int4`. */
  type: string;
  /** As a cast names it, such as `integer`. */
  cast: string;
  /** Whether it is of the primary key. */
  isKey: boolean;
  /** Whether it says which row it was, in what is told of an old one. */
  isIdentity: boolean;
  /** The roles that may read it. */
  readers: readonly Scope['role'][];
}

const publication = 'supabase_realtime';

/** Our own tables are never told of, whatever the publication holds: each change would bring another. */
const ownSchema = 'realtime';

/** The tables of the publication that go by these names, `*` standing for any. */
export async function findPublished(
  queryable: Queryable,
  { schema, table }: { schema: string; table: string },
): Promise<number[]> {
  const rows = await queryable.query<{ entity: number }>(
    `select c.oid as entity from pg_catalog.pg_publication_tables p
     join pg_catalog.pg_namespace n on n.nspname = p.schemaname
     join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
     where p.pubname = $1 and n.nspname <> $2 and ($3 = '*' or n.nspname = $3) and ($4 = '*' or c.relname = $4)
     order by c.oid`,
    [publication, ownSchema, schema, table],
  );
  return rows.map(({ entity }) => entity);
}

/** What must be known of tables to tell of their changes; those that are not published any more are left out. */
export async function describeTables(
  queryable: Queryable,
  entities: readonly number[],
): Promise<Map<number, PublishedTable>> {
  const tables = await queryable.query<PublishedTable>(describeSql, [
    publication,
    ownSchema,
    entities,
    roles,
  ]);
  return new Map(tables.map((table) => [table.entity, table]));
}

const roles = ['anon', 'authenticated', 'service_role'] satisfies Scope['role'][];

/**
 * What triggers do not see, since it is computed when it is read, is left out. What is computed when it is
 * written never stands among the columns of a publication: it belongs to a table that is published whole.
 */
const describeSql = `
  with tables as (
    select c.oid, n.nspname, c.relname, c.relowner, c.relreplident, c.relrowsecurity, c.relforcerowsecurity,
      p.rowfilter, p.attnames::text[] as published, not exists (
        select from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          and a.attgenerated = '' and a.attname <> all(p.attnames)) as is_whole, b.pubinsert, b.pubupdate, b.pubdelete,
      coalesce((select k.conkey from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'p'), '{}') as key,
      coalesce((select x.indkey::int2[] from pg_catalog.pg_index x where x.indrelid = c.oid and x.indisreplident), '{}') as named
    from pg_catalog.pg_publication b
    join pg_catalog.pg_publication_tables p on p.pubname = b.pubname
    join pg_catalog.pg_namespace n on n.nspname = p.schemaname
    join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
    where b.pubname = $1 and n.nspname <> $2 and c.oid = any($3::oid[]))
  select t.oid as entity, t.nspname as schema, t.relname as name, format('%I.%I', t.nspname, t.relname) as "inSql",
    t.rowfilter as condition, t.relrowsecurity as "isGuarded",
    array_remove(array[case when t.pubinsert then 'INSERT' end, case when t.pubupdate then 'UPDATE' end,
      case when t.pubdelete then 'DELETE' end], null) as types,
    (select coalesce(json_agg(json_build_object(
        'name', a.attname, 'type', y.typname, 'cast', format_type(a.atttypid, -1),
        'isKey', a.attnum = any(t.key),
        'isIdentity', case t.relreplident when 'd' then a.attnum = any(t.key) when 'f' then true
          when 'i' then a.attnum = any(t.named) else false end,
        'readers', (select coalesce(json_agg(r), '[]') from unnest($4::text[]) r
          where has_column_privilege(r, t.oid, a.attnum, 'select'))) order by a.attnum), '[]')
      from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
      where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated <> 'v'
        and (a.attname = any(t.published) or a.attnum = any(t.key) or (a.attgenerated = 's' and t.is_whole))) as columns,
    (select coalesce(json_agg(r.rolname), '[]') from pg_catalog.pg_roles r
      where r.rolname = any($4::text[]) and (not t.relrowsecurity or r.rolbypassrls or r.rolsuper
        or (pg_has_role(r.oid, t.relowner, 'usage') and not t.relforcerowsecurity))) as "seesAll",
    (select json_object_agg(r, (select format('((%s)) and ((%s))',
        coalesce(string_agg(pg_get_expr(o.polqual, t.oid), ') or (') filter (where o.polpermissive), 'false'),
        coalesce(string_agg(pg_get_expr(o.polqual, t.oid), ') and (') filter (where not o.polpermissive), 'true'))
      from pg_catalog.pg_policy o where o.polrelid = t.oid and o.polcmd in ('r', '*') and o.polqual is not null
        and exists (select from unnest(o.polroles) p (role) where p.role = 0 or pg_has_role(r, p.role, 'usage'))))
      from unnest($4::text[]) r) as visible
  from tables t`;

/** The published tables of which partitions are parts: a change names the partition that it was in. */
export async function findWholes(
  queryable: Queryable,
  partitions: readonly number[],
  entities: readonly number[],
): Promise<Map<number, number>> {
  const rows = await queryable.query<{ part: number; whole: number }>(
    `select p.part, a.relid::oid as whole from unnest($1::oid[]) as p (part)
     cross join lateral pg_partition_ancestors(p.part) as a (relid)
     where a.relid::oid = any($2::oid[])`,
    [partitions, entities],
  );
  return new Map(rows.map(({ part, whole }) => [part, whole]));
}
