-- Codes that turn the second factors off when the device with them is lost. Each is kept as a hash, shown
-- once, good once, and goes with the last factor.
create table private.recovery_codes (
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash text not null,
  made_at timestamptz not null,
  primary key (user_id, code_hash)
);
alter table private.recovery_codes enable row level security;
revoke all on table private.recovery_codes from public, anon, authenticated;

create function private.drop_recovery_codes() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.recovery_codes where user_id = old.user_id
    and not exists (select 1 from auth.mfa_factors where user_id = old.user_id and status = 'verified');
  return null;
end;
$$;
revoke execute on function private.drop_recovery_codes() from public;

create trigger drop_recovery_codes_with_the_last_factor
  after delete on auth.mfa_factors
  for each row when (old.status = 'verified') execute function private.drop_recovery_codes();
