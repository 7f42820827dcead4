-- What waits for people in office, over all ladders, without reading what is over.
create index stream_members_open_cases on private.stream_members (((state ->> 'match_id')::uuid))
  where collection in ('disputes', 'appeals') and is_current and state ->> 'status' = 'open';
create index matches_not_over on public.matches (ladder_id, deadline) where ended_at is null;
create index runs_waiting on public.runs (season_id, stage) where status in ('submitted', 'confirmed');
