-- A season as it was when it closed: written in the transaction that closes it, and never again. What
-- somebody who has left the league was called goes with them; ladders and teams keep the names of then.
create table public.season_archives (
  season_id uuid primary key references public.seasons (id) on delete cascade,
  slug text not null unique check (slug ~ '^[a-z0-9-]{2,90}$'),
  ladder_name text not null,
  game_name text not null,
  format text not null check (format in ('rung', 'rating', 'time_attack')),
  season_name text not null,
  opened_at timestamptz not null,
  closed_at timestamptz not null,
  -- The closing's place in the log: what is frozen is what the stream came to there.
  stream text not null,
  sequence bigint not null check (sequence >= 1),
  head_hash text not null,
  -- How many rows each section has, and SHA-256 of them all in their order.
  counts jsonb not null,
  content_hash text not null,
  -- Later than the closing for seasons that closed before there were archives.
  frozen_at timestamptz not null
);
create index season_archives_by_closing on public.season_archives (closed_at desc, slug);

create table public.season_archive_rows (
  season_id uuid not null references public.season_archives (season_id) on delete cascade,
  section text not null check (section in ('standing', 'match', 'run', 'roster', 'trophy', 'record')),
  position integer not null check (position >= 1),
  -- The line of the log that the row rests on, where it is one.
  sequence bigint,
  content jsonb not null,
  primary key (season_id, section, position)
);

create table public.season_archive_people (
  season_id uuid not null references public.season_archives (season_id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  name text not null,
  primary key (season_id, person_id)
);
create index season_archive_people_by_person on public.season_archive_people (person_id);

create trigger refuse_archive_change before update on public.season_archives
  for each row execute function private.refuse_log_change();
create trigger refuse_archive_row_change before update on public.season_archive_rows
  for each row execute function private.refuse_log_change();

alter table public.season_archives enable row level security;
alter table public.season_archive_rows enable row level security;
alter table public.season_archive_people enable row level security;
create policy "everybody reads" on public.season_archives for select to anon, authenticated using (true);
create policy "everybody reads" on public.season_archive_rows for select to anon, authenticated using (true);
create policy "everybody reads" on public.season_archive_people for select to anon, authenticated using (true);
grant select on public.season_archives, public.season_archive_rows, public.season_archive_people to anon, authenticated;
grant all on public.season_archives, public.season_archive_rows, public.season_archive_people to service_role;
