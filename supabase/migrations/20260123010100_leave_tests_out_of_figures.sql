-- What is tried on a test ladder counts nowhere: its results are none of the league's, its rulings no admin's.
create or replace function private.note_figure() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_count bigint := 0;
  new_count bigint := 0;
  season uuid;
begin
  if tg_argv[0] = 'teams' then
    if tg_op <> 'INSERT' then old_count := (old.disbanded_at is null)::integer; end if;
    if tg_op <> 'DELETE' then new_count := (new.disbanded_at is null)::integer; end if;
  elsif tg_argv[0] = 'people' then
    if tg_op <> 'INSERT' then old_count := (old.user_id is not null)::integer; end if;
    if tg_op <> 'DELETE' then new_count := (new.user_id is not null)::integer; end if;
  else
    if tg_op <> 'INSERT' then old_count := 2 * old.wins + old.draws; season := old.season_id; end if;
    if tg_op <> 'DELETE' then new_count := 2 * new.wins + new.draws; season := new.season_id; end if;
    if exists (select from public.seasons s join public.ladders l on l.id = s.ladder_id
      where s.id = season and l.is_test)
    then
      return null;
    end if;
  end if;
  if new_count <> old_count then
    insert into private.figure_changes (figure, change) values (tg_argv[0], new_count - old_count);
  end if;
  return null;
end;
$$;

-- An entry that went with its season would find nothing that says whether it was a test's.
create function private.end_entries() returns trigger
language plpgsql set search_path = ''
as $$
begin
  delete from public.entries where season_id = old.id;
  return old;
end;
$$;
revoke execute on function private.end_entries() from public;
create trigger end_entries before delete on public.seasons
  for each row execute function private.end_entries();

delete from private.figure_changes where figure = 'sides_of_results';
insert into private.figure_changes (figure, change)
select 'sides_of_results', coalesce(sum(2 * e.wins + e.draws), 0)
from public.entries e join public.seasons s on s.id = e.season_id
join public.ladders l on l.id = s.ladder_id and not l.is_test;

-- The figures of rulings are counted anew as these go.
delete from private.rulings r using public.league_events e, public.ladders l
where e.id = r.event_id and l.id = e.ladder_id and l.is_test;
