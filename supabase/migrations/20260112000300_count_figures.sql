-- How many teams, people and results there are, kept as changes that are summed up: counting them anew at
-- each visit of the home page would take longer with every season. A row a change, because one row for all
-- would let only one command through at a time; the hourly clean-up folds them into one row a figure.
create table private.figure_changes (
  id bigint generated always as identity primary key,
  -- A result counts twice, once for each side: of a drawn one each has its half.
  figure text not null check (figure in ('teams', 'people', 'sides_of_results')),
  change bigint not null
);
alter table private.figure_changes enable row level security;
revoke all on table private.figure_changes from public, anon, authenticated;

create function private.note_figure() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  old_count bigint := 0;
  new_count bigint := 0;
begin
  if tg_argv[0] = 'teams' then
    if tg_op <> 'INSERT' then old_count := (old.disbanded_at is null)::integer; end if;
    if tg_op <> 'DELETE' then new_count := (new.disbanded_at is null)::integer; end if;
  elsif tg_argv[0] = 'people' then
    if tg_op <> 'INSERT' then old_count := (old.user_id is not null)::integer; end if;
    if tg_op <> 'DELETE' then new_count := (new.user_id is not null)::integer; end if;
  else
    if tg_op <> 'INSERT' then old_count := 2 * old.wins + old.draws; end if;
    if tg_op <> 'DELETE' then new_count := 2 * new.wins + new.draws; end if;
  end if;
  if new_count <> old_count then
    insert into private.figure_changes (figure, change) values (tg_argv[0], new_count - old_count);
  end if;
  return null;
end;
$$;
revoke execute on function private.note_figure() from public;

create trigger note_figure after insert or delete or update of disbanded_at on public.teams
  for each row execute function private.note_figure('teams');
create trigger note_figure after insert or delete or update of user_id on public.profiles
  for each row execute function private.note_figure('people');
create trigger note_figure after insert or delete or update of wins, draws on public.entries
  for each row execute function private.note_figure('sides_of_results');

create function private.fold_figures() returns void
language sql set search_path = ''
as $$
  with folded as (delete from private.figure_changes returning figure, change)
  insert into private.figure_changes (figure, change)
  select figure, sum(change) from folded group by figure;
$$;
revoke execute on function private.fold_figures() from public;

insert into private.figure_changes (figure, change)
select 'teams', count(*) from public.teams where disbanded_at is null
union all select 'people', count(*) from public.profiles where user_id is not null
union all select 'sides_of_results', coalesce(sum(2 * wins + draws), 0) from public.entries;
