import type { Queryable } from '../types.ts';
import { ourSchemas } from './objects.ts';
import { readByAll } from './policy-cases.ts';

const roles = `'anon', 'authenticated', 'authenticator', 'service_role'`;
const ours = `n.nspname in ('${ourSchemas.join("', '")}')`;

/** Grants to others than the owner, `public` for everybody; MAINTAIN is none of PostgreSQL 15. */
const grants = (acl: string, kind: string, owner: string) => `
  cross join lateral (select coalesce(nullif(a.grantee, 0)::regrole::text, 'public') as grantee,
     string_agg(lower(a.privilege_type), ', ' order by a.privilege_type)
       || case when bool_or(a.is_grantable) then ' and pass it on' else '' end as privileges
   from aclexplode(coalesce(${acl}, acldefault(${kind}, ${owner}))) a
   where a.grantee <> ${owner} and a.privilege_type <> 'MAINTAIN' group by a.grantee) g`;

const rights = `
  select 'schema ' || n.nspname || ': ' || g.grantee || ' ' || g.privileges as line
  from pg_namespace n${grants('n.nspacl', "'n'", 'n.nspowner')} where ${ours}
  union all
  select case c.relkind when 'S' then 'sequence ' else 'table ' end
    || n.nspname || '.' || c.relname || ': ' || g.grantee || ' ' || g.privileges
  from pg_class c join pg_namespace n on n.oid = c.relnamespace${grants('c.relacl', `case c.relkind when 'S' then 's' else 'r' end::"char"`, 'c.relowner')}
  where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
  union all
  select 'column ' || n.nspname || '.' || c.relname || '.' || t.attname || ': ' || g.grantee || ' ' || g.privileges
  from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace${grants('t.attacl', "'c'", 'c.relowner')}
  where ${ours} and t.attacl is not null
  union all
  select 'function ' || n.nspname || '.' || p.proname || ': ' || g.grantee || ' ' || g.privileges
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace${grants('p.proacl', "'f'", 'p.proowner')}
  where ${ours} and not exists (select from pg_depend e
    where e.objid = p.oid and e.classid = 'pg_proc'::regclass and e.deptype = 'e')
  union all
  select 'function ' || n.nspname || '.' || p.proname || ' has its owner''s rights'
    || coalesce(' with ' || array_to_string(p.proconfig, ', '), ' with any path')
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prosecdef
  union all
  select 'role ' || rolname || case when rolsuper then ' superuser' else '' end
    || case when rolcreaterole then ' createrole' else '' end || case when rolcreatedb then ' createdb' else '' end
    || case when rolbypassrls then ' bypassrls' else '' end || case when rolinherit then ' inherit' else '' end
    || case when rolcanlogin then ' login' else '' end
  from pg_roles where rolname in (${roles})
  union all
  select 'role ' || m.member::regrole || ' may become ' || m.roleid::regrole
  from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname in (${roles})
  union all
  select 'granted by default ' || d.defaclobjtype::text || ': ' || d.defaclacl::text from pg_default_acl d`;

const apiRoles = ['anon', 'authenticated', 'service_role'];
const readable = [
  ...readByAll.split(' '),
  ...['articles', 'board_posts', 'league_events', 'season_archive_people', 'season_archive_rows'],
];
const everything = 'delete, insert, references, select, trigger, truncate, update';

/** Functions that act with their owner's rights; all name the schemas that they look into, none. */
const ofTheOwner =
  'auth.require_session private.clear_demo private.count_rulings private.create_profile_for_user private.drop_demo_people private.drop_recovery_codes private.find_free_name private.flag_row private.forget_bylines private.forget_person private.forget_person_of_user private.hold_team_name private.hold_username private.is_name_free private.is_name_hidden private.keep_former_name private.keep_record private.keep_stored_bytes private.keep_username_skeleton private.note_figure private.refuse_name private.refuse_removed_username private.require_room private.require_second_step private.show_line private.show_name private.withhold_public_file realtime.announce_message realtime.keep_change';

/** Who may do what: whatever does not stand here, nobody may but the owner. */
const expected: readonly string[] = [
  ...['auth', 'extensions', 'public', 'realtime', 'storage'].flatMap((schema) =>
    apiRoles.map((role) => `schema ${schema}: ${role} usage`),
  ),
  'schema public: public usage',
  ...readable.flatMap((table) => [
    `table public.${table}: anon select`,
    `table public.${table}: authenticated select`,
    `table public.${table}: service_role ${everything}`,
  ]),
  ...['buckets', 'objects'].flatMap((table) =>
    apiRoles.map((role) => `table storage.${table}: ${role} delete, insert, select, update`),
  ),
  ...apiRoles.map((role) => `table realtime.messages: ${role} insert, select, update`),
  'column public.profiles.locale: authenticated update',
  'column public.profiles.username: authenticated update',
  ...['email', 'jwt', 'role', 'uid'].flatMap((name) =>
    [...apiRoles, 'public'].map((role) => `function auth.${name}: ${role} execute`),
  ),
  ...apiRoles.map((role) => `function auth.require_session: ${role} execute`),
  ...['is_name_hidden', 'show_line'].flatMap((name) =>
    apiRoles.map((role) => `function private.${name}: ${role} execute`),
  ),
  'function extensions.to_pairs: public execute',
  'function extensions.to_plain: public execute',
  ...['broadcast_changes', 'send', 'send_binary', 'topic'].map(
    (name) => `function realtime.${name}: public execute`,
  ),
  ...['allow_any_operation', 'allow_only_operation', 'extension', 'filename', 'foldername'].map(
    (name) => `function storage.${name}: public execute`,
  ),
  'function storage.operation: public execute',
  'function storage.update_updated_at_column: public execute',
  ...ofTheOwner
    .split(' ')
    .map((name) => `function ${name} has its owner's rights with search_path=""`),
  'role anon',
  'role authenticated',
  'role authenticator login',
  ...apiRoles.map((role) => `role authenticator may become ${role}`),
  'role service_role bypassrls',
];

/** A line for each right that somebody has and should not, or should have and has not. */
export async function findWrongRights(database: Queryable): Promise<string[]> {
  const rows = await database.query<{ line: string }>(rights);
  const found = new Set(rows.map(({ line }) => line));
  return [
    ...[...found].filter((line) => !expected.includes(line)).map((line) => `too much: ${line}`),
    ...expected.filter((line) => !found.has(line)).map((line) => `missing: ${line}`),
  ];
}
