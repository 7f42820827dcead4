-- Agreed practice matches. They move no standing and stand in no log; the page shows who plays whom and
-- when, the rest is for the two teams.
create table private.scrims (
  id uuid primary key,
  game_slug text not null references public.games (slug),
  home_team_id uuid not null references public.teams (id) on delete cascade,
  away_team_id uuid not null references public.teams (id) on delete cascade,
  starts_at timestamptz not null,
  -- The zone in which it was agreed.
  zone text not null check (char_length(zone) <= 64),
  agreed_at timestamptz not null,
  cancelled_at timestamptz,
  cancelled_by uuid references public.teams (id) on delete cascade,
  reason text not null default '' check (char_length(reason) <= 300),
  server_address text not null default '' check (char_length(server_address) <= 200),
  server_password text not null default '' check (char_length(server_password) <= 100),
  version integer not null default 1,
  check (home_team_id <> away_team_id)
);
create index scrims_by_home on private.scrims (home_team_id, starts_at);
create index scrims_by_away on private.scrims (away_team_id, starts_at);
create index scrims_by_game on private.scrims (game_slug);

create table private.scrim_messages (
  id uuid primary key,
  scrim_id uuid not null references private.scrims (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  text text not null check (char_length(text) between 1 and 1000),
  sent_at timestamptz not null
);
create index scrim_messages_by_scrim on private.scrim_messages (scrim_id, sent_at);
create index scrim_messages_by_person on private.scrim_messages (person_id);

alter table private.scrims enable row level security;
alter table private.scrim_messages enable row level security;
revoke all on table private.scrims, private.scrim_messages from public, anon, authenticated;
