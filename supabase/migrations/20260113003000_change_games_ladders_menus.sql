-- Games, ladders and menus are changed in the browser: a game's address word follows into what refers to it, what is
-- retired leaves lists and keeps its pages, and an address once given leads on for ever.

alter table public.ladders drop constraint ladders_game_slug_fkey,
  add constraint ladders_game_slug_fkey foreign key (game_slug) references public.games (slug) on update cascade;
alter table public.articles drop constraint articles_game_slug_fkey,
  add constraint articles_game_slug_fkey foreign key (game_slug) references public.games (slug) on update cascade;
alter table public.archives drop constraint archives_game_slug_fkey,
  add constraint archives_game_slug_fkey foreign key (game_slug) references public.games (slug) on update cascade;
alter table public.game_servers drop constraint game_servers_game_slug_fkey,
  add constraint game_servers_game_slug_fkey foreign key (game_slug) references public.games (slug) on update cascade;
alter table public.board_posts drop constraint board_posts_game_slug_fkey,
  add constraint board_posts_game_slug_fkey foreign key (game_slug) references public.games (slug) on update cascade;
alter table private.scrims drop constraint scrims_game_slug_fkey,
  add constraint scrims_game_slug_fkey foreign key (game_slug) references public.games (slug) on update cascade;

alter table public.games
  -- The names of a map's two sides, with which the rules of a new ladder begin; empty where there are none.
  add column sides text[] not null default '{}',
  add column picture_path text,
  add column retired_at timestamptz;
alter table public.ladders add column retired_at timestamptz;

-- Under which address a thing is now that was under `former` once.
create table private.former_slugs (
  kind text not null check (kind in ('games', 'ladders', 'articles')),
  former text not null check (former ~ '^[a-z0-9-]{2,80}$'),
  slug text not null check (slug ~ '^[a-z0-9-]{2,80}$'),
  check (former <> slug),
  primary key (kind, former)
);
alter table private.former_slugs enable row level security;
revoke all on table private.former_slugs from public, anon, authenticated;

-- A game's picture in two sizes, as a team's.
create table private.game_pictures (
  game_slug text primary key references public.games (slug) on delete cascade on update cascade,
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  small_id uuid not null references private.files (id),
  large_id uuid not null references private.files (id),
  set_by uuid references public.profiles (id) on delete set null,
  set_at timestamptz not null
);
create index game_pictures_by_key on private.game_pictures (key);
create index game_pictures_by_small on private.game_pictures (small_id);
create index game_pictures_by_large on private.game_pictures (large_id);
alter table private.game_pictures enable row level security;
revoke all on table private.game_pictures from public, anon, authenticated;

-- A label is one text for all languages, or one a language: {"en": "…"}. An entry may lead elsewhere.
alter table public.menu_items
  alter column label type jsonb using to_jsonb(label),
  add constraint menu_items_label_check check (jsonb_typeof(label) in ('string', 'object')),
  drop constraint menu_items_path_check,
  add constraint menu_items_path_check check (path ~ '^(/($|[^/\\])|https://[^/])');
