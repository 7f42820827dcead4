-- What the league shows around its competitions. Texts that are translated are JSON objects keyed by
-- locale code ('en' is always there; a missing locale falls back to it).

create schema if not exists private;
create schema if not exists extensions;

create table public.games (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,40}$'),
  name text not null,
  short_name text not null,
  position integer not null,
  -- The kinds of account that identify a person in this game, e.g. {steam,ea}.
  identity_kinds text[] not null default '{}',
  has_casual_page boolean not null default false,
  tagline jsonb not null default '{}',
  about jsonb not null default '{}',
  -- Facts in order: [{"key":"developer","value":"…"}]; keys are translated by the site.
  facts jsonb not null default '[]',
  maps text[] not null default '{}',
  modes text[] not null default '{}'
);

create table public.menu_items (
  id text primary key,
  menu text not null check (menu in ('casual', 'competitions', 'servers')),
  position integer not null,
  label text not null,
  path text not null check (path ~ '^/'),
  unique (menu, position) deferrable initially deferred
);

create table public.articles (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,80}$'),
  title jsonb not null,
  summary jsonb not null default '{}',
  body jsonb not null,
  game_slug text references public.games (slug),
  author text,
  published_at timestamptz
);
create index articles_by_publication on public.articles (published_at desc);

create table public.archives (
  slug text primary key check (slug ~ '^[a-z0-9-]{2,80}$' and slug <> 'debug'),
  title jsonb not null,
  summary jsonb not null default '{}',
  body jsonb not null default '{}',
  game_slug text references public.games (slug),
  -- Final standings and figures as they were when the season closed; never recomputed.
  content jsonb not null default '{}',
  closed_at timestamptz not null
);

create table public.game_servers (
  id uuid primary key,
  page text not null check (page in ('bf2042', 'space-engineers')),
  game_slug text references public.games (slug),
  name text not null,
  protocol text not null check (protocol in ('a2s', 'quake2', 'portal', 'manual')),
  region text not null default '',
  note jsonb not null default '{}',
  position integer not null,
  -- What was seen at the last query; null while none has answered.
  players integer,
  max_players integer,
  map text,
  seen_at timestamptz
);

-- Where a listed server is asked; kept from the public, who get what it answers.
create table private.game_server_addresses (
  game_server_id uuid primary key references public.game_servers (id) on delete cascade,
  host text not null,
  query_port integer not null check (query_port between 1 and 65535)
);
