-- The log: the only source of standings. Everything that the rules decide is an event here, and the
-- tables of entries and matches are what the events come to.

create table public.stream_heads (
  stream text primary key,
  sequence bigint not null default 0,
  hash text not null default repeat('0', 64)
);

create table public.league_events (
  id uuid primary key,
  stream text not null references public.stream_heads (stream),
  sequence bigint not null check (sequence >= 1),
  ladder_id uuid,
  match_id uuid,
  type text not null,
  version integer not null,
  actor_id uuid,
  at timestamptz not null check (at = date_trunc('milliseconds', at)),
  data jsonb not null,
  previous_hash text not null check (previous_hash ~ '^[0-9a-f]{64}$'),
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  unique (stream, sequence)
);
create index league_events_by_match on public.league_events (match_id, sequence) where match_id is not null;
create index league_events_by_time on public.league_events (stream, at);

create function private.refuse_log_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The log is never rewritten: % on % is refused.', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end;
$$;

create trigger refuse_log_change before update or delete on public.league_events
  for each row execute function private.refuse_log_change();
create trigger refuse_log_truncate before truncate on public.league_events
  for each statement execute function private.refuse_log_change();

-- What people wrote in their own words. Events hold a salted hash of it, so that it can be
-- forgotten while the chain holds.
create table private.event_texts (
  id uuid primary key,
  salt text not null,
  text text,
  author_id uuid references public.profiles (id),
  match_id uuid,
  created_at timestamptz not null default now()
);
create index event_texts_by_match on private.event_texts (match_id);

-- The rules' own states, as `@muster/league` has them: what replaying the log must give, to the byte.
-- The members of a ladder's collections are rows of their own, so that a command writes only what it changed.
create table private.stream_states (
  stream text primary key references public.stream_heads (stream) on delete cascade,
  sequence bigint not null,
  -- When the clock has something to do there next.
  due_at timestamptz,
  state jsonb not null
);
create index stream_states_due on private.stream_states (due_at) where due_at is not null;
create table private.stream_members (
  stream text not null references public.stream_heads (stream) on delete cascade,
  collection text not null check (collection in ('entries', 'matches', 'disputes', 'appeals', 'runs')),
  id uuid not null,
  -- False for what belongs to a season past: kept for its pages, no part of the stream's state.
  is_current boolean not null default true,
  state jsonb not null,
  primary key (stream, collection, id)
);
create index stream_members_current on private.stream_members (stream) where is_current;

-- The first answer to each command, so that the same command again changes nothing.
create table private.commands (
  person_id uuid not null references public.profiles (id) on delete cascade,
  command_id uuid not null,
  body_hash text not null,
  status integer not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (person_id, command_id)
);
create index commands_by_age on private.commands (created_at);

-- The server's sign of life, a row a minute at most: a gap means that it stood still.
create table private.heartbeats (
  id boolean primary key default true check (id),
  beat_at timestamptz not null
);
