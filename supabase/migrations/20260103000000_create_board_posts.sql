-- Notices of who looks for whom. They are no part of the log: each goes away by itself, or when its
-- author takes it down.
create table public.board_posts (
  id uuid primary key,
  kind text not null check (kind in ('team_seeks_player', 'player_seeks_team', 'scrim')),
  game_slug text not null references public.games (slug),
  -- Whom it speaks for; a person who looks for a team speaks for themselves.
  team_id uuid references public.teams (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  region text not null check (region in ('EU', 'NA', 'SA', 'AS', 'OC', 'AF', 'INT')),
  zone text not null check (char_length(zone) <= 64),
  -- ISO weekdays in that zone, Monday 1; none says nothing about days.
  evenings integer[] not null default '{}'
    check (evenings <@ array[1, 2, 3, 4, 5, 6, 7] and cardinality(evenings) <= 7),
  languages text[] not null
    check (languages <@ array['en', 'es', 'fr', 'de', 'pl', 'pt', 'fi'] and cardinality(languages) between 1 and 7),
  text text not null check (char_length(text) between 1 and 500),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((team_id is null) = (kind = 'player_seeks_team')),
  check (expires_at > created_at),
  constraint board_posts_one_a_kind unique (kind, person_id)
);
create index board_posts_by_age on public.board_posts (created_at desc);
create index board_posts_by_end on public.board_posts (expires_at);
create index board_posts_by_person on public.board_posts (person_id);
create index board_posts_by_team on public.board_posts (team_id);
create index board_posts_by_game on public.board_posts (game_slug);

alter table public.board_posts enable row level security;
revoke all on table public.board_posts from public, anon, authenticated;
grant select on table public.board_posts to anon, authenticated;
grant all on table public.board_posts to service_role;
create policy "everybody reads what is up" on public.board_posts
  for select to anon, authenticated using (expires_at > now());
