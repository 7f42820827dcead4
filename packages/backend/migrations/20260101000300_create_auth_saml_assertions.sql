-- The assertions of identity providers that have signed somebody in: one that is caught on its way is
-- good for nobody a second time.
create table private.auth_saml_assertions (
  entity_id text not null,
  assertion_id text not null,
  usable_until timestamptz not null,
  primary key (entity_id, assertion_id)
);
create index auth_saml_assertions_usable_until_idx on private.auth_saml_assertions (usable_until);
alter table private.auth_saml_assertions enable row level security;
revoke all on private.auth_saml_assertions from public, anon, authenticated, service_role;
