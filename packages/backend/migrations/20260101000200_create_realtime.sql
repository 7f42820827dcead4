-- The schema `realtime`, as far as policies written for Supabase name it: who may hear a private
-- channel is said there by policies on `realtime.messages` that ask for `realtime.topic()`. Our own
-- realtime service sends hints only (ladder:, match:, team:, person:), which anybody may hear and
-- nobody may write, and stores nothing here; the API roles get no rights on the table.

create schema if not exists realtime;
revoke all on schema realtime from public;
grant usage on schema realtime to anon, authenticated, service_role;

create function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')::text
$$;

create table realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default now(),
  inserted_at timestamp not null default now(),
  id uuid not null default gen_random_uuid(),
  constraint messages_pkey primary key (id, inserted_at)
) partition by range (inserted_at);
alter table realtime.messages enable row level security;
revoke all on realtime.messages from public, anon, authenticated, service_role;
