-- What the auth service keeps beside Supabase's tables: how much of each allowance is used up, and
-- the codes of the local identity provider. Both may be lost with a crash without harm.

create unlogged table private.auth_rate_limits (
  key text primary key,
  tokens double precision not null,
  refilled_at timestamptz not null
);
create index auth_rate_limits_refilled_at_idx on private.auth_rate_limits (refilled_at);
alter table private.auth_rate_limits enable row level security;

create unlogged table private.dev_identity_grants (
  -- sha256 of the code, and once that is exchanged of the access token
  secret_hash text primary key,
  kind text not null check (kind in ('code', 'token')),
  client_id text not null,
  redirect_uri text not null,
  person jsonb not null,
  expires_at timestamptz not null
);
create index dev_identity_grants_expires_at_idx on private.dev_identity_grants (expires_at);
alter table private.dev_identity_grants enable row level security;

revoke all on private.auth_rate_limits, private.dev_identity_grants
  from public, anon, authenticated, service_role;
