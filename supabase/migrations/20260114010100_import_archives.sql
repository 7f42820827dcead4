-- Histories of other places, as their files said them. No log proves them, so they stand in tables of their
-- own, have no part in any standing, and can be taken back.
create table public.imported_archives (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9-]{2,80}$' and slug not in ('debug', 'import')),
  title text not null,
  -- Where it comes from, in the importer's words.
  origin text not null check (char_length(origin) between 1 and 500),
  ladder_name text not null default '',
  season_name text not null default '',
  game_slug text references public.games (slug) on update cascade on delete set null,
  ended_on date not null,
  imported_by uuid references public.profiles (id) on delete set null,
  imported_at timestamptz not null,
  file_name text not null,
  file_hash text not null,
  counts jsonb not null,
  content_hash text not null
);
create index imported_archives_by_end on public.imported_archives (ended_on desc, slug);
create index imported_archives_by_game on public.imported_archives (game_slug);
create index imported_archives_by_importer on public.imported_archives (imported_by);

create table public.imported_archive_rows (
  archive_id uuid not null references public.imported_archives (id) on delete cascade,
  section text not null check (section in ('standing', 'match', 'roster', 'trophy', 'record')),
  position integer not null check (position >= 1),
  -- Where it stood in the file, from 1: the line of a table, the place in a list; and how it stood there.
  line integer not null check (line >= 1),
  raw text not null,
  content jsonb not null,
  primary key (archive_id, section, position)
);

alter table public.imported_archives enable row level security;
alter table public.imported_archive_rows enable row level security;
create policy "everybody reads" on public.imported_archives for select to anon, authenticated using (true);
create policy "everybody reads" on public.imported_archive_rows for select to anon, authenticated using (true);
grant select on public.imported_archives, public.imported_archive_rows to anon, authenticated;
grant all on public.imported_archives, public.imported_archive_rows to service_role;
