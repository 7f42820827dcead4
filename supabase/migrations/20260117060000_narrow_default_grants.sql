-- Supabase gives the API's roles every right on whatever is made in `public`. Here each migration says who may do
-- what: what came unasked is taken back, and nothing comes unasked from now on.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;

do $$
declare
  relation regclass;
begin
  for relation in
    select c.oid from pg_catalog.pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
  loop
    execute format('revoke all on table %s from public, anon, authenticated', relation);
    execute format('grant select on table %s to anon, authenticated', relation);
  end loop;
end;
$$;
grant update (username, locale) on public.profiles to authenticated;
