-- What somebody can make grow has an end. Metadata is measured as PostgreSQL writes it: a number that a
-- request writes in six characters may take three hundred here. The service turns a violation into its
-- refusal (auth/stored-bounds.ts).

-- What fits of metadata that its owner did not write, a provider's claims above all, so that nobody is
-- kept out for what another says of them: first what our own code reads, then the smallest.
create function private.fit_metadata(given jsonb, most integer default 16384) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when given is null or octet_length(given::text) <= most then given else (
    select coalesce(jsonb_object_agg(member.key, member.value), '{}')
    from (
      select key, value, sum(size) over (order by is_read desc, size, key) as total
      from (
        select key, value, size, size <= 1024 and key in (
          'sub', 'iss', 'email', 'email_verified', 'phone', 'phone_verified', 'provider', 'providers',
          'provider_id', 'name', 'full_name', 'user_name', 'custom_claims', 'picture', 'avatar_url',
          'locale', 'is_demo'
        ) as is_read
        from (
          -- With its colon, its comma and a space behind each.
          select key, value, octet_length(to_jsonb(key)::text) + octet_length(value::text) + 4 as size
          from jsonb_each(given)
        ) as measured
      ) as sorted
    ) as member
    where member.total <= most
  ) end
$$;
revoke execute on function private.fit_metadata(jsonb, integer) from public;

update auth.users set raw_user_meta_data = private.fit_metadata(raw_user_meta_data)
  where octet_length(raw_user_meta_data::text) > 16384;
update auth.users set raw_app_meta_data = private.fit_metadata(raw_app_meta_data)
  where octet_length(raw_app_meta_data::text) > 16384;
update auth.identities set identity_data = private.fit_metadata(identity_data)
  where octet_length(identity_data::text) > 16384;

alter table auth.users
  add constraint users_raw_user_meta_data_size check (octet_length(raw_user_meta_data::text) <= 16384),
  add constraint users_raw_app_meta_data_size check (octet_length(raw_app_meta_data::text) <= 16384);
alter table auth.identities
  add constraint identities_identity_data_size check (octet_length(identity_data::text) <= 16384);

update auth.mfa_factors set friendly_name = left(friendly_name, 100) || ' ' || left(id::text, 8)
  where char_length(friendly_name) > 120;
alter table auth.mfa_factors
  add constraint mfa_factors_friendly_name_length check (char_length(friendly_name) <= 120);

update auth.sessions set user_agent = left(user_agent, 512) where char_length(user_agent) > 512;
alter table auth.sessions
  add constraint sessions_user_agent_length check (char_length(user_agent) <= 512);
