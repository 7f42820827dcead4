-- The demonstration can be cleared whatever real people did with it. What it shares with streams that stay is
-- kept under an id alone: a team of it that entered a real season becomes a team like any other, and of its
-- people those whom a staying row names remain as people whose accounts are gone.
create or replace function private.clear_demo() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  demo_streams text[];
begin
  -- From here on nobody writes the log, so nothing can come to hang on what goes.
  lock table public.league_events in share row exclusive mode;
  update public.teams t set is_demo = false
    where t.is_demo and exists (
      select from public.entries e join public.seasons s on s.id = e.season_id
      where e.team_id = t.id and not s.is_demo);
  demo_streams := array(
    select stream from public.seasons where is_demo
    union select 'team:' || id from public.teams where is_demo);

  delete from private.event_texts t using public.league_events e,
      jsonb_path_query(e.data, '$.**.text_id') named
    where e.stream = any (demo_streams) and t.id::text = named #>> '{}';
  delete from private.notices where split_part(origin, '#', 1) = any (demo_streams);
  alter table public.league_events disable trigger refuse_log_change;
  delete from public.league_events where stream = any (demo_streams);
  alter table public.league_events enable trigger refuse_log_change;

  delete from private.match_seeds s using public.matches m, public.seasons d
    where s.match_id = m.id and m.season_id = d.id and d.is_demo;
  delete from private.event_texts t using public.matches m, public.seasons d
    where t.match_id = m.id and m.season_id = d.id and d.is_demo;
  -- Words that a staying line names stay with it, without their author.
  update private.event_texts t set author_id = null
    from public.profiles p, public.league_events e, jsonb_path_query(e.data, '$.**.text_id') named
    where p.is_demo and t.author_id = p.id and e.actor_id = p.id and t.id::text = named #>> '{}';
  delete from private.event_texts t using public.profiles p where t.author_id = p.id and p.is_demo;
  delete from public.seasons where is_demo;
  delete from public.teams where is_demo;
  delete from public.stream_heads where stream = any (demo_streams);
  delete from auth.users u using public.profiles p where p.user_id = u.id and p.is_demo;
end;
$$;

-- The second half, once the server has let them go from the real teams and ladders they were on.
create function private.drop_demo_people() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  tie record;
begin
  for tie in
    select c.conrelid::regclass::text as table_name, a.attname as column_name
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.confdeltype in ('a', 'r')
  loop
    execute format(
      'update public.profiles p set is_demo = false where p.is_demo and p.user_id is null
         and exists (select from %s t where t.%I = p.id)', tie.table_name, tie.column_name);
  end loop;
  delete from public.profiles where is_demo and user_id is null;
end;
$$;
revoke execute on function private.drop_demo_people() from public;
