-- May come late: where the services are ours, their migrations have made this table before.
-- Secrets of the league, made once and shared by all its processes. On hosted Supabase nobody else makes it.
create table if not exists private.secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);
alter table private.secrets enable row level security;
revoke all on private.secrets from public;
