-- The way into a league that has no admin yet: a one-time address, and the session that it opens in one browser.

create table private.setup (
  -- One row: whoever uses the address or signs in first holds it, so that of two at once one comes too late.
  id boolean primary key default true check (id),
  -- The address as it is asked for, and sealed, so that it can be printed again.
  door_hash text,
  door_sealed text,
  printed_at timestamptz,
  session_hash text,
  opened_at timestamptz,
  constraint setup_door_check check (num_nulls(door_hash, door_sealed, printed_at) in (0, 3)),
  constraint setup_session_check check ((session_hash is null) = (opened_at is null))
);
alter table private.setup enable row level security;
revoke all on table private.setup from public, anon, authenticated;

-- The address of before, of which only the hash was kept.
delete from private.secrets where name = 'first_admin_token_hash';

-- Ways to sign in that were entered in the browser. One that the environment sets counts in place of its row here.
create table private.sign_in_ways (
  provider text primary key check (provider in ('discord', 'github', 'google', 'oidc')),
  client_id text not null check (char_length(client_id) between 1 and 200),
  -- Sealed for this row; nobody is shown it again.
  client_secret text not null check (char_length(client_secret) between 1 and 4000),
  -- Where an OpenID Connect provider lives, and what its button says.
  issuer text check (char_length(issuer) between 1 and 200),
  name text check (char_length(name) between 1 and 80),
  is_enabled boolean not null default true,
  changed_at timestamptz not null default now(),
  constraint sign_in_ways_issuer_of_oidc check ((provider = 'oidc') = (issuer is not null))
);
alter table private.sign_in_ways enable row level security;
revoke all on table private.sign_in_ways from public, anon, authenticated;
