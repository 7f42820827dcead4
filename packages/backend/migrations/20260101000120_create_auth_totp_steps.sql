-- The last step of thirty seconds whose code each authenticator has used: a code that somebody looks
-- at over a shoulder is good for nobody a second time.
create table private.auth_totp_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step bigint not null
);
alter table private.auth_totp_steps enable row level security;
revoke all on private.auth_totp_steps from public, anon, authenticated, service_role;
