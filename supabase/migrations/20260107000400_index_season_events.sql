-- Which season ran at an instant, and under which rules, without reading what happened in it; and where
-- results were overturned afterwards.
create index league_events_of_seasons on public.league_events (stream, sequence)
  where type in ('ladder_created', 'ladder_edited', 'rules_edited', 'season_planned', 'season_opened',
    'season_closed', 'result_overturned');
