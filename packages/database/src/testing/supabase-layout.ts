import type { Database } from '../types.ts';

/*
 * What Supabase's image of PostgreSQL lays before any service starts (its `migrations/db`), as far as a league can
 * tell: the extensions that the services use are left out, and what only its own dashboard needs.
 */

/** Roles of the whole server. The superuser that makes them is called `supabase_admin` there. */
const roles = `
  alter role supabase_admin superuser createdb createrole replication bypassrls;
  create role postgres login nosuperuser createdb createrole replication bypassrls;
  create role anon nologin;
  create role authenticated nologin;
  create role service_role nologin bypassrls;
  create role authenticator login noinherit;
  create role supabase_auth_admin login noinherit createrole;
  create role supabase_storage_admin login noinherit createrole;
  create role dashboard_user nosuperuser createdb createrole replication;
  grant anon, authenticated, service_role to authenticator;
  grant anon, authenticated, service_role to postgres;
  grant authenticator to supabase_storage_admin;
  -- Newer images take this back and let "postgres" make triggers and policies on the services' tables by a module
  -- of their own (supautils), which no other PostgreSQL has.
  grant supabase_auth_admin, supabase_storage_admin to postgres;
  alter role postgres set search_path = "$user", public, extensions;
  alter role supabase_admin set search_path = "$user", public, auth, extensions;
  alter role supabase_auth_admin set search_path = auth;
  alter role supabase_storage_admin set search_path = storage;
  alter role anon set statement_timeout = '3s';
  alter role authenticated set statement_timeout = '8s';
  alter role authenticator set statement_timeout = '8s';`;

const apiRoles = 'postgres, anon, authenticated, service_role';

/** What "supabase_admin" and then "postgres" make in a schema belongs to the API's roles too. */
function toDefaultPrivileges(schema: string): string {
  return ['supabase_admin', 'postgres']
    .flatMap((owner) =>
      ['tables', 'functions', 'sequences'].map(
        (kind) =>
          `alter default privileges for role ${owner} in schema ${schema} grant all on ${kind} to ${apiRoles};`,
      ),
    )
    .join('\n');
}

const database = `
  alter database postgres owner to postgres;
  grant all on database postgres to dashboard_user;
  create schema extensions;
  grant usage on schema extensions to ${apiRoles};
  grant all on schema extensions to postgres, dashboard_user;
  grant usage on schema public to ${apiRoles};
  ${toDefaultPrivileges('public')}
  alter default privileges in schema extensions grant all on tables to postgres with grant option;
  alter default privileges in schema extensions grant all on routines to postgres with grant option;
  alter default privileges in schema extensions grant all on sequences to postgres with grant option;
  -- Supabase's tool makes it with its first migration, by the login that runs them.
  create schema supabase_migrations authorization postgres;
  create table supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
  alter table supabase_migrations.schema_migrations owner to postgres;`;

/** The services' schemas, whose tables belong to the services and may be read and written by "postgres". */
function toHandedOver(schema: string, owner: string): string {
  return `
    grant all on schema ${schema} to ${owner}, postgres;
    do $$
    declare
      made record;
    begin
      for made in
        select format('alter table %s owner to ${owner}', c.oid::regclass) as statement
        from pg_class c where c.relnamespace = '${schema}'::regnamespace and c.relkind in ('r', 'p')
        union all
        select format('alter function %s owner to ${owner}', p.oid::regprocedure)
        from pg_proc p where p.pronamespace = '${schema}'::regnamespace
        union all
        select format('alter type %s owner to ${owner}', t.oid::regtype)
        from pg_type t where t.typnamespace = '${schema}'::regnamespace and t.typtype = 'e'
      loop
        execute made.statement;
      end loop;
    end;
    $$;
    grant all on all tables in schema ${schema} to postgres, dashboard_user;
    grant all on all sequences in schema ${schema} to postgres, dashboard_user;
    grant all on all routines in schema ${schema} to postgres, dashboard_user;`;
}

/** Lays an empty database of a new server as Supabase lays its own; the login is its superuser. */
export async function layOutSupabase(owner: Database): Promise<void> {
  await owner.query(roles);
  await owner.query(database);
}

/** Makes of our services' tables, as their migrations have left them, somebody else's: with nothing of ours beside them. */
export async function handOverServices(owner: Database): Promise<void> {
  await owner.query('drop schema private cascade');
  await owner.query(toHandedOver('auth', 'supabase_auth_admin'));
  await owner.query(toHandedOver('storage', 'supabase_storage_admin'));
  await owner.query('grant all on schema realtime to postgres');
  await owner.query('grant all on all tables in schema realtime to postgres, dashboard_user');
}
