-- Ladders, their seasons, teams and who is on them.

create table public.ladders (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{2,60}$'),
  game_slug text not null references public.games (slug),
  name text not null,
  format text not null check (format in ('rung', 'rating', 'time_attack')),
  region text not null default '',
  -- The zone of the ladder's weekly windows.
  zone text not null default 'UTC',
  is_test boolean not null default false,
  position integer not null,
  summary jsonb not null default '{}',
  description jsonb not null default '{}',
  created_at timestamptz not null default now()
);

alter table public.admins
  add constraint admins_ladder_id_fkey foreign key (ladder_id) references public.ladders (id) on delete cascade;

create table public.seasons (
  id uuid primary key,
  ladder_id uuid not null references public.ladders (id),
  -- The log stream that this season's events stand in. A demonstration season has one of its own.
  stream text not null,
  number integer not null check (number >= 0),
  name text not null,
  status text not null check (status in ('upcoming', 'open', 'closing', 'closed')),
  rules jsonb not null,
  rules_version integer not null,
  opens_at timestamptz not null,
  ends_at timestamptz,
  closed_at timestamptz,
  is_demo boolean not null default false,
  unique (ladder_id, number)
);
-- One season of a ladder is current: the one that is not closed.
create unique index seasons_current on public.seasons (ladder_id) where status in ('open', 'closing');

create table public.teams (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{2,60}$'),
  name text not null check (char_length(name) between 2 and 40),
  tag text not null check (char_length(tag) between 1 and 6),
  -- The names reduced to what look-alike characters leave of them; for comparison only.
  name_skeleton text not null,
  tag_skeleton text not null,
  zone text not null,
  locale text not null check (locale in ('en', 'es', 'fr', 'de', 'pl', 'pt', 'fi')),
  about text not null default '' check (char_length(about) <= 2000),
  logo_path text,
  founder_id uuid references public.profiles (id),
  founded_at timestamptz not null,
  disbanded_at timestamptz,
  is_demo boolean not null default false
);
create unique index teams_name_in_use on public.teams (name_skeleton) where disbanded_at is null;
create unique index teams_tag_in_use on public.teams (tag_skeleton) where disbanded_at is null;
create index teams_by_founder on public.teams (founder_id);

-- Exactly one foreign key leads to teams, so that `rosters?select=user_id,teams(*)` is unambiguous.
create table public.rosters (
  team_id uuid not null references public.teams (id) on delete cascade,
  person_id uuid not null references public.profiles (id),
  user_id uuid,
  role text not null check (role in ('captain', 'co_captain', 'player', 'substitute')),
  joined_at timestamptz not null,
  primary key (team_id, person_id)
);
create index rosters_by_user on public.rosters (user_id);
create index rosters_by_person on public.rosters (person_id);

create table public.past_rosters (
  team_id uuid not null references public.teams (id) on delete cascade,
  person_id uuid not null references public.profiles (id),
  role text not null,
  joined_at timestamptz not null,
  left_at timestamptz not null,
  primary key (team_id, person_id, joined_at)
);
create index past_rosters_by_person on public.past_rosters (person_id);

-- The secret word of an invite; the log knows the invite only by its id.
create table private.team_invites (
  code text primary key,
  invite_id uuid not null unique,
  team_id uuid not null references public.teams (id) on delete cascade,
  created_by uuid not null references public.profiles (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index team_invites_by_team on private.team_invites (team_id);

create table public.entries (
  id uuid primary key,
  season_id uuid not null references public.seasons (id) on delete cascade,
  team_id uuid references public.teams (id),
  person_id uuid references public.profiles (id),
  status text not null check (status in ('active', 'suspended', 'left', 'removed')),
  rung integer check (rung >= 1),
  wins integer not null default 0 check (wins >= 0),
  losses integer not null default 0 check (losses >= 0),
  draws integer not null default 0 check (draws >= 0),
  -- Signed: 3 for three wins in a row, -2 for two losses.
  streak integer not null default 0,
  -- The last five results, oldest first, of W, L and D.
  form text not null default '' check (form ~ '^[WLD]{0,5}$'),
  mu double precision,
  sigma double precision,
  rest_from timestamptz,
  rest_until timestamptz,
  immune_until timestamptz,
  suspended_until timestamptz,
  joined_at timestamptz not null,
  last_active_at timestamptz not null,
  check ((team_id is null) <> (person_id is null)),
  check (rung is null or status in ('active', 'suspended')),
  unique (season_id, rung) deferrable initially deferred
);
create unique index entries_of_team on public.entries (season_id, team_id) where status in ('active', 'suspended');
create unique index entries_of_person on public.entries (season_id, person_id) where status in ('active', 'suspended');
create index entries_by_team on public.entries (team_id);

-- Who may play for an entry; one entry a person a season, where the season's rules say so.
create table public.entry_players (
  season_id uuid not null references public.seasons (id) on delete cascade,
  entry_id uuid not null references public.entries (id) on delete cascade,
  person_id uuid not null references public.profiles (id),
  eligible_from timestamptz not null,
  is_exclusive boolean not null default true,
  primary key (entry_id, person_id)
);
create unique index entry_players_one_entry_a_season on public.entry_players (season_id, person_id) where is_exclusive;
create index entry_players_by_person on public.entry_players (person_id);

-- Runs of time-attack ladders: a person's time on a stage.
create table public.runs (
  id uuid primary key,
  season_id uuid not null references public.seasons (id) on delete cascade,
  entry_id uuid not null references public.entries (id) on delete cascade,
  person_id uuid not null references public.profiles (id),
  stage text not null,
  -- Milliseconds.
  time_ms integer not null check (time_ms > 0),
  penalty_ms integer not null check (penalty_ms >= 0),
  status text not null check (status in ('submitted', 'confirmed', 'verified', 'rejected', 'withdrawn')),
  submitted_at timestamptz not null
);
create index runs_by_stage on public.runs (season_id, stage, status);
create index runs_by_entry on public.runs (entry_id);

-- Each move of a rung, for charts, 'movement since last week' and the past as it was.
create table public.entry_rungs (
  entry_id uuid not null references public.entries (id) on delete cascade,
  sequence bigint not null,
  at timestamptz not null,
  from_rung integer,
  to_rung integer,
  match_id uuid,
  cause text not null,
  primary key (entry_id, sequence)
);
