-- Drops the demonstration season whole: its streams, teams, matches and people. It is the one way by
-- which lines of the log go away, and only whole streams of the demonstration do.
create function private.clear_demo() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  demo_streams text[] := array(
    select stream from public.seasons where is_demo
    union select 'team:' || id from public.teams where is_demo);
begin
  alter table public.league_events disable trigger refuse_log_change;
  delete from public.league_events where stream = any (demo_streams);
  alter table public.league_events enable trigger refuse_log_change;

  delete from private.match_seeds s using public.matches m, public.seasons d
    where s.match_id = m.id and m.season_id = d.id and d.is_demo;
  delete from private.event_texts t using public.matches m, public.seasons d
    where t.match_id = m.id and m.season_id = d.id and d.is_demo;
  delete from private.event_texts t using public.profiles p where t.author_id = p.id and p.is_demo;
  delete from public.seasons where is_demo;
  delete from public.teams where is_demo;
  delete from public.stream_heads where stream = any (demo_streams);
  delete from auth.users u using public.profiles p where p.user_id = u.id and p.is_demo;
  delete from public.profiles where is_demo;
end;
$$;
revoke execute on function private.clear_demo() from public;
