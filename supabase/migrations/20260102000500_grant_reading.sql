-- Everything in public may be read by everybody; nothing may be written but one's own name and
-- language. Nothing in private is reachable over REST. Row level security is on everywhere, so that
-- a grant given by mistake still opens nothing.

do $$
declare
  relation record;
begin
  for relation in
    select n.nspname as schema_name, c.relname as table_name
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')
  loop
    execute format('alter table %I.%I enable row level security', relation.schema_name, relation.table_name);
    execute format('revoke all on table %I.%I from public, anon, authenticated', relation.schema_name, relation.table_name);
    if relation.schema_name = 'public' then
      execute format('grant select on table public.%I to anon, authenticated', relation.table_name);
      execute format('grant all on table public.%I to service_role', relation.table_name);
      execute format('create policy "everybody reads" on public.%I for select to anon, authenticated using (true)', relation.table_name);
    end if;
  end loop;
end;
$$;

grant usage on schema public to anon, authenticated, service_role;
revoke all on schema private from public;
revoke execute on all functions in schema private from public;

grant update (username, locale) on public.profiles to authenticated;
create policy "people edit their own profile" on public.profiles
  for update to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

-- Who plays a match stays between the two sides until its result is there.
drop policy "everybody reads" on public.league_events;
create policy "everybody reads the log, lineups after the result" on public.league_events
  for select to anon, authenticated using (
    type <> 'checked_in'
    or exists (select 1 from public.matches m where m.id = match_id and m.ended_at is not null)
  );
