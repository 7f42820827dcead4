-- Pages that show the last few of something find them at the end of an index, however many there were before.

-- A season's results, the last first, and how many they are.
create index matches_played_in_season on public.matches (season_id, ended_at desc, id)
  where status in ('completed', 'forfeited');
-- The results of a side, the last first.
create index matches_played_by_challenger on public.matches (challenger_entry_id, ended_at desc, id)
  where status in ('completed', 'forfeited');
create index matches_played_by_defender on public.matches (defender_entry_id, ended_at desc, id)
  where status in ('completed', 'forfeited');
create index matches_disputed on public.matches (season_id) where status = 'disputed';
drop index public.matches_by_season_end;

-- The entries that a person ever had of their own.
create index entries_by_person on public.entries (person_id) where person_id is not null;

-- A person's notices as their page lists them: those to read first, the newest first.
create index notices_as_listed on private.notices (person_id, (read_at is not null), created_at desc, id desc)
  where in_page;
drop index private.notices_of_person;

-- The teams by name, as their page lists them.
create index teams_by_name on public.teams (lower(name), id) where disbanded_at is null;
