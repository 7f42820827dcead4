-- Files that people send. Their bytes are kept here in pieces, because the database is the one place
-- that every process of a league sees.
create table private.files (
  id uuid primary key,
  -- Of the whole content; null while it is still coming in. The same content is kept once.
  sha256 text unique check (sha256 ~ '^[0-9a-f]{64}$'),
  media_type text not null,
  size bigint not null default 0 check (size >= 0),
  -- Who sent it first, for limits.
  person_id uuid references public.profiles (id) on delete set null,
  started_at timestamptz not null
);
create index files_by_person on private.files (person_id, started_at);
create index files_coming_in on private.files (started_at) where sha256 is null;

create table private.file_pieces (
  file_id uuid not null references private.files (id) on delete cascade,
  position integer not null check (position >= 0),
  bytes bytea not null,
  primary key (file_id, position)
);
-- What comes in is compressed already.
alter table private.file_pieces alter column bytes set storage external;

-- A team's picture in two sizes. The key stands in its address, so that a new picture has a new one.
create table private.team_logos (
  team_id uuid primary key references public.teams (id) on delete cascade,
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  small_id uuid not null references private.files (id),
  large_id uuid not null references private.files (id),
  set_by uuid references public.profiles (id) on delete set null,
  set_at timestamptz not null
);
create index team_logos_by_key on private.team_logos (key);
create index team_logos_by_small on private.team_logos (small_id);
create index team_logos_by_large on private.team_logos (large_id);

alter table private.files enable row level security;
alter table private.file_pieces enable row level security;
alter table private.team_logos enable row level security;
revoke all on table private.files, private.file_pieces, private.team_logos from public, anon, authenticated;
