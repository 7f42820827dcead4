import type { Database } from './types.ts';

/** Schemas whose content is ours or Supabase's; PostgreSQL's own are the same wherever its version is. */
const schemas = `n.nspname not in ('information_schema', 'pg_catalog', 'pg_toast')
  and n.nspname not like 'pg_temp%' and n.nspname not like 'pg_toast_temp%'`;

/** What an extension brings differs by its version, and is not ours to compare. */
function notOfExtension(catalogue: string, oid: string): string {
  return `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass
    and e.objid = ${oid} and e.deptype = 'e')`;
}

/** Grants as a sorted list; what PostgreSQL shows as null is written out as the default that it stands for. */
function grants(acl: string, kind: string, owner: string): string {
  return `(select coalesce(string_agg(
      coalesce(nullif(a.grantee, 0)::regrole::text, 'public') || '=' || a.privilege_type ||
      case when a.is_grantable then '*' else '' end,
      ',' order by coalesce(nullif(a.grantee, 0)::regrole::text, 'public') collate "C",
        a.privilege_type collate "C"), 'nobody')
    from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) a
    where a.privilege_type <> 'MAINTAIN')`;
}

const schemaLines = `
  select 'schema ' || n.nspname || ' grants ' || ${grants('n.nspacl', "'n'", 'n.nspowner')} as line
  from pg_namespace n where ${schemas}`;

const extensionLines = `
  select 'extension ' || x.extname || ' in ' || n.nspname as line
  from pg_extension x join pg_namespace n on n.oid = x.extnamespace`;

const relationLines = `
  select case c.relkind when 'v' then 'view ' when 'm' then 'materialized view '
      when 'S' then 'sequence ' when 'f' then 'foreign table ' else 'table ' end
    || n.nspname || '.' || c.relname
    || case when c.relrowsecurity then ' row level security' else '' end
    || case when c.relforcerowsecurity then ' forced' else '' end
    || case c.relpersistence when 'u' then ' unlogged' else '' end
    || coalesce(' with ' || array_to_string(c.reloptions, ','), '')
    || ' owner ' || c.relowner::regrole
    || ' grants ' || ${grants('c.relacl', "case c.relkind when 'S' then 's' else 'r' end::\"char\"", 'c.relowner')}
    || case when c.relkind in ('v', 'm')
      then ' as ' || regexp_replace(pg_get_viewdef(c.oid), '\\s+', ' ', 'g') else '' end as line
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where ${schemas} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
    and ${notOfExtension('pg_class', 'c.oid')}`;

const columnLines = `
  select 'column ' || n.nspname || '.' || c.relname || '.' || a.attname
    || ' ' || format_type(a.atttypid, a.atttypmod)
    || case when a.attnotnull then ' not null' else '' end
    || case when a.attidentity <> '' then ' identity ' || a.attidentity::text else '' end
    || case when a.attgenerated <> '' then ' generated' else '' end
    || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '')
    || coalesce(' collate ' || (select l.collname from pg_collation l
        where l.oid = a.attcollation and l.collname <> 'default'), '')
    || case when a.attacl is null then ''
      else ' grants ' || ${grants('a.attacl', "'c'", 'c.relowner')} end as line
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where ${schemas} and c.relkind in ('r', 'p', 'v', 'm', 'f') and a.attnum > 0
    and not a.attisdropped and ${notOfExtension('pg_class', 'c.oid')}`;

/** From 18 on NOT NULL is a constraint too; the columns tell it already. */
const constraintLines = `
  select 'constraint ' || n.nspname || '.' || c.relname || '.' || k.conname
    || ' ' || pg_get_constraintdef(k.oid) as line
  from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${schemas} and k.contype <> 'n' and ${notOfExtension('pg_class', 'c.oid')}`;

const indexLines = `
  select 'index ' || n.nspname || '.' || c.relname || ' ' || pg_get_indexdef(i.indexrelid)
    || case when i.indisvalid then '' else ' INVALID' end as line
  from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${schemas} and ${notOfExtension('pg_class', 'i.indrelid')}`;

const functionLines = `
  select 'function ' || n.nspname || '.' || p.proname
    || '(' || pg_get_function_identity_arguments(p.oid) || ')'
    || ' returns ' || coalesce(pg_get_function_result(p.oid), 'nothing')
    || ' language ' || l.lanname || ' ' || p.provolatile::text
    || case when p.prosecdef then ' security definer' else '' end
    || coalesce(' set ' || array_to_string(p.proconfig, ','), '')
    || ' owner ' || p.proowner::regrole
    || ' grants ' || ${grants('p.proacl', "'f'", 'p.proowner')}
    || ' body ' || md5(coalesce(p.prosrc, '')
      || coalesce(pg_get_function_sqlbody(p.oid), '')) as line
  from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    join pg_language l on l.oid = p.prolang
  where ${schemas} and ${notOfExtension('pg_proc', 'p.oid')}`;

const triggerLines = `
  select 'trigger ' || n.nspname || '.' || c.relname || '.' || t.tgname
    || ' ' || pg_get_triggerdef(t.oid)
    || case t.tgenabled when 'O' then '' else ' enabled ' || t.tgenabled::text end as line
  from pg_trigger t
    join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${schemas} and not t.tgisinternal`;

const policyLines = `
  select 'policy ' || n.nspname || '.' || c.relname || ' "' || p.polname || '" for ' || p.polcmd::text
    || case when p.polpermissive then '' else ' restrictive' end
    || ' to ' || (select string_agg(coalesce(nullif(r, 0)::regrole::text, 'public'), ','
        order by r::regrole::text collate "C") from unnest(p.polroles) r)
    || coalesce(' using ' || pg_get_expr(p.polqual, p.polrelid), '')
    || coalesce(' with check ' || pg_get_expr(p.polwithcheck, p.polrelid), '') as line
  from pg_policy p
    join pg_class c on c.oid = p.polrelid
    join pg_namespace n on n.oid = c.relnamespace
  where ${schemas}`;

const typeLines = `
  select case t.typtype when 'e' then 'enum ' when 'd' then 'domain ' else 'type ' end
    || n.nspname || '.' || t.typname
    || coalesce(' of ' || (select string_agg(e.enumlabel, ',' order by e.enumsortorder)
        from pg_enum e where e.enumtypid = t.oid), '')
    || case t.typtype when 'd' then ' as ' || format_type(t.typbasetype, t.typtypmod) else '' end
    || case when t.typnotnull then ' not null' else '' end as line
  from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    left join pg_class c on c.oid = t.typrelid
  where ${schemas} and t.typtype in ('e', 'd', 'c', 'r')
    and (c.oid is null or c.relkind = 'c') and ${notOfExtension('pg_type', 't.oid')}`;

const defaultPrivilegeLines = `
  select 'default privileges of ' || d.defaclrole::regrole
    || coalesce(' in ' || n.nspname, '') || ' on ' || d.defaclobjtype::text
    || ' ' || ${grants('d.defaclacl', "'r'", 'd.defaclrole')} as line
  from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace`;

const publicationLines = `
  select 'publication ' || p.pubname || case when p.puballtables then ' all tables' else '' end
    || coalesce(' of ' || (select string_agg(t.schemaname || '.' || t.tablename, ','
        order by t.schemaname collate "C", t.tablename collate "C")
        from pg_publication_tables t where t.pubname = p.pubname), '') as line
  from pg_publication p`;

const allLines = [
  schemaLines,
  extensionLines,
  relationLines,
  columnLines,
  constraintLines,
  indexLines,
  functionLines,
  triggerLines,
  policyLines,
  typeLines,
  defaultPrivilegeLines,
  publicationLines,
].join('\n  union all\n');

/**
 * Everything that migrations make, a line for each thing, sorted: two databases have the same
 * structure exactly when these texts are equal, also when their PostgreSQL differs.
 */
export async function describeCatalogue(database: Database): Promise<string> {
  const rows = await database.transaction(
    async (transaction) => {
      // Names are shown with their schema only if they are not on the path.
      await transaction.query("set local search_path = ''");
      return transaction.query<{ line: string }>(
        `select line from (${allLines}) lines order by line collate "C"`,
      );
    },
    { readOnly: true },
  );
  return rows.map(({ line }) => `${line}\n`).join('');
}
