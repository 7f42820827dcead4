-- One table of what has been asked how often, for sign-in and for the league. It may be lost in a crash, so it
-- is not logged. The league's migrations make it too, where the services are Supabase's own.
create unlogged table if not exists private.rate_limits (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index if not exists rate_limits_refilled_at_idx on private.rate_limits (refilled_at);
alter table private.rate_limits enable row level security;
revoke all on private.rate_limits from public, anon, authenticated, service_role;
drop table private.auth_rate_limits;
