-- Listed game servers are entered in the browser, on a page of any name, and asked again and again: what each says of
-- itself is kept as its own claim.

alter table public.game_servers
  drop constraint game_servers_page_check,
  add constraint game_servers_page_check check (page ~ '^[a-z0-9-]{2,60}$'),
  add column bots integer,
  -- Milliseconds from the league's own machine.
  add column ping integer,
  add column has_password boolean,
  add column version text,
  -- Where it is joined, where it says another port than the one that is asked.
  add column game_port integer constraint game_servers_game_port_check check (game_port between 1 and 65535),
  -- Names of who plays; null where it gives none.
  add column people text[],
  add column asked_at timestamptz,
  -- How often it has not answered since it last did, and since when; the first ones may be a lost packet.
  add column misses integer not null default 0 constraint game_servers_misses_check check (misses >= 0),
  add column silent_since timestamptz,
  -- Why it was not heard the last time.
  add column fault text constraint game_servers_fault_check
    check (fault in ('silent', 'malformed', 'unresolved', 'not_allowed', 'unavailable', 'unlisted')),
  add column retired_at timestamptz,
  add column is_demo boolean not null default false,
  add constraint game_servers_silence_check check ((misses = 0) = (silent_since is null));
create index game_servers_by_page on public.game_servers (page, position);

-- A day of each, in steps of ten minutes: the most players that were there. A step without a row had no answer.
create table private.game_server_history (
  game_server_id uuid not null references public.game_servers (id) on delete cascade,
  at timestamptz not null,
  players integer not null check (players >= 0),
  primary key (game_server_id, at)
);
create index game_server_history_by_time on private.game_server_history (at);
alter table private.game_server_history enable row level security;
revoke all on table private.game_server_history from public, anon, authenticated;

-- Which process asks, until when nobody else does, and since when none of them has answered: then it is more likely
-- the league's own connection than every server at once.
create table private.server_watch (
  id boolean primary key default true check (id),
  holder uuid,
  held_until timestamptz,
  blind_since timestamptz,
  constraint server_watch_holder_check check ((holder is null) = (held_until is null))
);
alter table private.server_watch enable row level security;
revoke all on table private.server_watch from public, anon, authenticated;
