-- Every match is a challenge; scrims have a table of their own.
drop index public.matches_one_open_challenge_out;
drop index public.matches_one_open_challenge_in;
alter table public.matches drop column kind;
create unique index matches_one_open_challenge_out on public.matches (challenger_entry_id)
  where status in ('challenged', 'offered', 'countered', 'scheduled', 'checking_in', 'veto', 'live', 'reported');
create unique index matches_one_open_challenge_in on public.matches (defender_entry_id)
  where status in ('challenged', 'offered', 'countered', 'scheduled', 'checking_in', 'veto', 'live', 'reported');
