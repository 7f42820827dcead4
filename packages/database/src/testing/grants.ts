import type { Queryable } from '../types.ts';

/** Who keeps a database; all others have what they are granted. */
const keepers = "('postgres', 'supabase_admin', 'dashboard_user')";
const schemas = "('public', 'private', 'extensions')";

function notOfExtension(catalogue: string, oid: string): string {
  return `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass
    and e.objid = ${oid} and e.deptype = 'e')`;
}

/** A row for each thing and each right that is given to anybody but its keepers; a thing without any has one row. */
function toRows(things: string): string {
  return `
    select thing.name as thing, coalesce(given.right_to, 'nobody else') as right_to
    from (${things}) thing (name, acl, owner)
      left join lateral (
        select coalesce(r.rolname, 'public') || ' ' || a.privilege_type
          || case when a.is_grantable then ' and to grant it' else '' end as right_to
        from aclexplode(thing.acl) a left join pg_roles r on r.oid = a.grantee
        where a.grantee <> thing.owner and coalesce(r.rolname, '') not in ${keepers}
      ) given on true`;
}

const things = [
  `select 'schema ' || n.nspname, coalesce(n.nspacl, acldefault('n', n.nspowner)), n.nspowner
   from pg_namespace n where n.nspname in ${schemas}`,
  `select case c.relkind when 'S' then 'sequence ' else 'table ' end || n.nspname || '.' || c.relname,
     coalesce(c.relacl, acldefault(case c.relkind when 'S' then 's' else 'r' end::"char", c.relowner)), c.relowner
   from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${schemas} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f') and ${notOfExtension('pg_class', 'c.oid')}`,
  `select 'column ' || n.nspname || '.' || c.relname || '.' || a.attname, a.attacl, c.relowner
   from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ${schemas} and a.attacl is not null and not a.attisdropped`,
  `select 'function ' || n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')',
     coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner
   from pg_proc p join pg_namespace n on n.oid = p.pronamespace
   where n.nspname in ${schemas} and ${notOfExtension('pg_proc', 'p.oid')}`,
  `select 'type ' || n.nspname || '.' || t.typname, coalesce(t.typacl, acldefault('T', t.typowner)), t.typowner
   from pg_type t join pg_namespace n on n.oid = t.typnamespace left join pg_class c on c.oid = t.typrelid
   where n.nspname in ${schemas} and t.typtype in ('e', 'd', 'c', 'r') and (c.oid is null or c.relkind = 'c')
     and ${notOfExtension('pg_type', 't.oid')}`,
  // Its keepers' own part is always there.
  `select 'what is made later: ' || d.defaclobjtype::text || ' in ' || coalesce(n.nspname, 'any schema'), d.defaclacl, d.defaclrole
   from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace
   where d.defaclrole = (select c.relowner from pg_class c where c.oid = to_regclass('public.ladders'))
     and coalesce(n.nspname, 'public') in ${schemas}`,
].map(toRows);

/** What one thing of a database gives to others than its keepers: `table public.ladders` and `anon SELECT`. */
export interface Grant {
  thing: string;
  right_to: string;
}

/** Every grant on the league's schemas, on tables, columns, sequences, functions, types, and what will be made later. */
export async function listGrants(database: Queryable): Promise<Grant[]> {
  return database.query<Grant>(
    `select thing, right_to from (${things.join(' union all ')}) found
     where thing not like 'what is made later%' or right_to <> 'nobody else'
     order by thing collate "C", right_to collate "C"`,
  );
}
