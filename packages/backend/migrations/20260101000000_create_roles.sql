-- The roles that Supabase's clients and policies know. Roles belong to the whole cluster, so they may
-- be there already, and two databases may be making them at the same moment: whoever comes second
-- waits for the first, sees its roles and goes on.
--
-- authenticator logs in for REST requests and may become one of the other three; by itself it may
-- nothing (noinherit), so that a request that failed to name its role reads nothing. It has no
-- password: over the embedded server's Unix socket it needs none, elsewhere the backend makes a login
-- of its own per database (docs/decisions/backend-rest.md).
do $$
declare
  attempt integer := 0;
  wanted record;
begin
  loop
    begin
      for wanted in
        select * from (values
          ('anon', 'nologin noinherit'),
          ('authenticated', 'nologin noinherit'),
          ('service_role', 'nologin noinherit bypassrls'),
          ('authenticator', 'login noinherit')
        ) as roles (name, attributes)
      loop
        if not exists (select from pg_catalog.pg_roles where rolname = wanted.name) then
          begin
            execute format('create role %I %s', wanted.name, wanted.attributes);
          exception when insufficient_privilege then
            -- PostgreSQL 15 lets only a superuser give bypassrls; all else works without it.
            if wanted.name <> 'service_role' then
              raise;
            end if;
            create role service_role nologin noinherit;
            raise warning 'service_role was made without bypassrls: ask a superuser for "alter role service_role bypassrls"';
          end;
        end if;
      end loop;
      for wanted in select unnest(array['anon', 'authenticated', 'service_role']) as name loop
        if not exists (
          select from pg_catalog.pg_auth_members m
          where m.roleid = wanted.name::regrole and m.member = 'authenticator'::regrole
        ) then
          execute format('grant %I to authenticator', wanted.name);
        end if;
        -- An owner who is no superuser must be let into the roles that its scoped transactions take.
        if not pg_has_role(current_user, wanted.name, 'usage') then
          execute format('grant %I to current_user', wanted.name);
        end if;
      end loop;
      exit;
    exception
      -- The last is 'tuple concurrently updated', which has no name of its own.
      when duplicate_object or unique_violation or internal_error then
        attempt := attempt + 1;
        if attempt > 20 then
          raise;
        end if;
        perform pg_sleep(0.05);
    end;
  end loop;
end;
$$;

create schema if not exists extensions;

-- No grant on tables by default: public holds what anybody may read, and each migration says so itself.
revoke create on schema public from public;
grant usage on schema public, extensions to anon, authenticated, service_role;
