-- An invitation may be for one person alone; it needs no link then.
alter table private.team_invites add column person_id uuid references public.profiles (id) on delete cascade;
create index team_invites_by_person on private.team_invites (person_id) where person_id is not null;

-- What people write when they ask to join a team, and what they were answered. The log knows only that
-- they asked, and whether they were let in.
create table private.join_requests (
  team_id uuid not null references public.teams (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  words text not null default '' check (char_length(words) <= 300),
  asked_at timestamptz not null,
  is_accepted boolean,
  reason text not null default '' check (char_length(reason) <= 300),
  answered_at timestamptz,
  primary key (team_id, person_id)
);
create index join_requests_by_person on private.join_requests (person_id);
alter table private.join_requests enable row level security;
revoke all on table private.join_requests from public, anon, authenticated;
