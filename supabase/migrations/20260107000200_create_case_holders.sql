-- Who of the admins has a dispute or an appeal in hand: one at a time, so that two do not rule at once.
-- No part of the log: taking a case decides nothing. A closed case's row says nothing any more.

create table private.case_holders (
  -- The dispute's or the appeal's id.
  case_id uuid primary key,
  match_id uuid not null references public.matches (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  taken_at timestamptz not null
);
create index case_holders_by_match on private.case_holders (match_id);

alter table private.case_holders enable row level security;
revoke all on table private.case_holders from public, anon, authenticated;

-- What a ladder's admins did by hand, the newest first, without reading everything that ever happened.
create index league_events_by_admins on public.league_events (stream, sequence)
  where type in ('ruling_given', 'appeal_decided', 'match_voided', 'deadline_extended', 'entry_moved',
    'entry_removed', 'entry_suspended', 'suspension_ended', 'strike_given', 'strike_lifted',
    'rest_announced', 'rest_ended', 'rules_edited', 'season_planned', 'season_opened', 'season_closed',
    'run_rejected', 'run_verified', 'ladder_edited')
  and actor_id is not null;
