-- Matches and what belongs to them.

create extension if not exists btree_gist with schema extensions;

create table public.matches (
  id uuid primary key,
  ladder_id uuid not null references public.ladders (id),
  season_id uuid not null references public.seasons (id) on delete cascade,
  number integer not null,
  kind text not null default 'challenge' check (kind in ('challenge', 'scrim')),
  challenger_entry_id uuid not null references public.entries (id) on delete cascade,
  defender_entry_id uuid not null references public.entries (id) on delete cascade,
  status text not null check (status in (
    'challenged', 'offered', 'countered', 'scheduled', 'checking_in', 'veto', 'live', 'reported',
    'disputed', 'completed', 'forfeited', 'voided', 'declined', 'withdrawn', 'expired', 'cancelled')),
  is_rematch boolean not null default false,
  version integer not null check (version >= 1),
  deadline timestamptz,
  -- The agreed start, and the zone in which it was agreed.
  starts_at timestamptz,
  agreed_zone text,
  challenged_at timestamptz not null,
  ended_at timestamptz,
  winner text check (winner in ('challenger', 'defender', 'draw')),
  challenger_score integer,
  defender_score integer,
  -- Rungs at the time of the challenge and what the result moved: [{"entry_id","from","to"}].
  challenger_rung integer,
  defender_rung integer,
  moves jsonb not null default '[]',
  unique (season_id, number),
  check (challenger_entry_id <> defender_entry_id)
);
create unique index matches_one_open_challenge_out on public.matches (challenger_entry_id)
  where kind = 'challenge' and status in ('challenged', 'offered', 'countered', 'scheduled', 'checking_in', 'veto', 'live', 'reported');
create unique index matches_one_open_challenge_in on public.matches (defender_entry_id)
  where kind = 'challenge' and status in ('challenged', 'offered', 'countered', 'scheduled', 'checking_in', 'veto', 'live', 'reported');
create index matches_by_challenger on public.matches (challenger_entry_id, challenged_at desc);
create index matches_by_defender on public.matches (defender_entry_id, challenged_at desc);
create index matches_by_season_end on public.matches (season_id, ended_at desc);
create index matches_by_season_start on public.matches (season_id, starts_at) where ended_at is null;
create index matches_by_deadline on public.matches (deadline, id) where deadline is not null;

-- An entry's matches stand at least the rules' distance apart: each agreed start holds that much of
-- the entry's time, and no two may overlap.
create table public.match_bookings (
  match_id uuid not null references public.matches (id) on delete cascade,
  entry_id uuid not null references public.entries (id) on delete cascade,
  during tstzrange not null,
  -- Moved by an outage of the server, which may put two of an entry's matches side by side.
  is_moved boolean not null default false,
  primary key (match_id, entry_id),
  constraint match_bookings_apart exclude using gist (entry_id extensions.gist_uuid_ops with =, during with &&)
    where (not is_moved)
);

create table public.match_maps (
  match_id uuid not null references public.matches (id) on delete cascade,
  position integer not null check (position >= 1),
  map text not null,
  -- 'challenger', 'defender' or 'draw'; and by which act: pick, ban, decider or draw.
  chosen_by text not null,
  act text not null,
  -- Which side chose its side of the map, and what it took.
  side_choice jsonb,
  challenger_score integer,
  defender_score integer,
  primary key (match_id, position)
);

-- The rooms' private part: the rosters of both sides and the ladder's admins read it through /api.
create table private.match_messages (
  id uuid primary key,
  match_id uuid not null references public.matches (id) on delete cascade,
  person_id uuid not null references public.profiles (id),
  text text not null check (char_length(text) between 1 and 1000),
  sent_at timestamptz not null default now()
);
create index match_messages_by_match on private.match_messages (match_id, sent_at);

create table private.match_servers (
  match_id uuid primary key references public.matches (id) on delete cascade,
  address text not null check (char_length(address) <= 200),
  password text not null default '' check (char_length(password) <= 100),
  set_by uuid not null references public.profiles (id),
  set_at timestamptz not null default now()
);

create table private.match_lineups (
  match_id uuid not null references public.matches (id) on delete cascade,
  side text not null check (side in ('challenger', 'defender')),
  person_id uuid not null references public.profiles (id),
  primary key (match_id, person_id)
);

create table private.match_evidence (
  id uuid primary key,
  match_id uuid not null references public.matches (id) on delete cascade,
  person_id uuid not null references public.profiles (id),
  kind text not null check (kind in ('image', 'demo', 'link')),
  path text not null,
  note text not null default '',
  added_at timestamptz not null default now()
);
create index match_evidence_by_match on private.match_evidence (match_id);

-- The secret of a match's draws until the last of them is made; its SHA-256 stands in the log.
create table private.match_seeds (
  match_id uuid primary key,
  seed text not null
);
