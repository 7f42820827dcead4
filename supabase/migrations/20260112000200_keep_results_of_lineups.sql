-- What came of a match for each who was in its lineup, so that a profile finds the last of a person's matches
-- without reading them all. Null until the match has a result.
alter table private.match_lineups
  add column ladder_id uuid,
  add column ended_at timestamptz,
  add column outcome text check (outcome in ('won', 'lost', 'drawn'));

update private.match_lineups line set ladder_id = m.ladder_id, ended_at = m.ended_at,
  outcome = case m.winner when 'draw' then 'drawn' when line.side then 'won' else 'lost' end
from public.matches m
where m.id = line.match_id and m.status in ('completed', 'forfeited');

alter table private.match_lineups add constraint match_lineups_result_is_whole
  check (outcome is null = (ended_at is null) and (outcome is null or ladder_id is not null));
create index match_lineups_played on private.match_lineups (person_id, ended_at desc, match_id)
  include (side, ladder_id) where ended_at is not null;

-- And how many of each there are, on each ladder: the matches of one ladder end one after the other, so that
-- no two commands wait for each other here.
create table private.person_records (
  person_id uuid not null references public.profiles (id) on delete cascade,
  ladder_id uuid not null,
  wins integer not null,
  losses integer not null,
  draws integer not null,
  primary key (person_id, ladder_id)
);
alter table private.person_records enable row level security;
revoke all on table private.person_records from public, anon, authenticated;

insert into private.person_records (person_id, ladder_id, wins, losses, draws)
select person_id, ladder_id, count(*) filter (where outcome = 'won'), count(*) filter (where outcome = 'lost'),
  count(*) filter (where outcome = 'drawn')
from private.match_lineups where outcome is not null group by person_id, ladder_id;

create function private.keep_record() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and old.outcome is not null then
    update private.person_records set wins = wins - (old.outcome = 'won')::integer,
      losses = losses - (old.outcome = 'lost')::integer, draws = draws - (old.outcome = 'drawn')::integer
    where person_id = old.person_id and ladder_id = old.ladder_id;
  end if;
  if tg_op <> 'DELETE' and new.outcome is not null then
    insert into private.person_records as kept (person_id, ladder_id, wins, losses, draws)
    values (new.person_id, new.ladder_id, (new.outcome = 'won')::integer, (new.outcome = 'lost')::integer,
      (new.outcome = 'drawn')::integer)
    on conflict (person_id, ladder_id) do update set wins = kept.wins + excluded.wins,
      losses = kept.losses + excluded.losses, draws = kept.draws + excluded.draws;
  end if;
  return null;
end;
$$;
revoke execute on function private.keep_record() from public;
create trigger keep_record after insert or update or delete on private.match_lineups
  for each row execute function private.keep_record();
