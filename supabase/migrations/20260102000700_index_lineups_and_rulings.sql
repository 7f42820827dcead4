-- A profile asks for the matches that a person played in; the page of the admins for every ruling and
-- what became of it. Neither may read everything that ever happened.

create index match_lineups_by_person on private.match_lineups (person_id);

create index league_events_about_rulings on public.league_events (type, at)
  where type in ('match_disputed', 'result_disputed', 'ruling_given', 'appeal_decided');
