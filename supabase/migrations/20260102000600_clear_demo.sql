-- The demonstration season can be dropped whole: it is the only thing that is ever deleted from the log,
-- and this function is the only way. It refuses once a real person has acted in it.

create function private.find_demo_guest() returns uuid
language sql stable set search_path = ''
as $$
  select e.actor_id
  from public.league_events e join public.profiles p on p.id = e.actor_id
  where not p.is_demo and private.is_demo_stream(e.stream)
  limit 1
$$;

create function private.clear_demo() returns void
language plpgsql set search_path = ''
as $$
begin
  if private.find_demo_guest() is not null then
    raise exception 'Somebody has played in the demonstration season.' using errcode = 'restrict_violation';
  end if;
  perform set_config('muster.clearing_demo', 'yes', true);
  create temporary table demo_streams on commit drop as
    select stream from public.seasons where is_demo
    union select 'team:' || id from public.teams where is_demo;
  delete from public.league_events where stream in (select stream from pg_temp.demo_streams);
  delete from private.entry_states where stream in (select stream from pg_temp.demo_streams);
  delete from private.match_states where stream in (select stream from pg_temp.demo_streams);
  delete from private.dispute_states where stream in (select stream from pg_temp.demo_streams);
  delete from private.appeal_states where stream in (select stream from pg_temp.demo_streams);
  delete from private.run_states where stream in (select stream from pg_temp.demo_streams);
  delete from private.match_seeds where match_id in (
    select m.id from public.matches m join public.seasons s on s.id = m.season_id where s.is_demo);
  delete from public.stream_heads where stream in (select stream from pg_temp.demo_streams);
  delete from public.seasons where is_demo;
  delete from public.teams where is_demo;
  delete from private.event_texts where author_id in (select id from public.profiles where is_demo);
  delete from public.admins where person_id in (select id from public.profiles where is_demo);
  delete from auth.users where id in (select user_id from public.profiles where is_demo);
  delete from public.profiles where is_demo;
  perform set_config('muster.clearing_demo', '', true);
end;
$$;
revoke execute on all functions in schema private from public;
