-- A session that owes its second step is nobody's yet, over REST too: it changes no profile.
create function private.require_second_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  -- Empty after a transaction that had claims; absent where the server itself writes.
  claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
begin
  if claims ->> 'sub' = old.user_id::text and coalesce(claims ->> 'aal', 'aal1') <> 'aal2'
    and exists (select 1 from auth.mfa_factors f where f.user_id = old.user_id and f.status = 'verified') then
    raise exception 'The second step of signing in is still to come.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end;
$$;
revoke execute on function private.require_second_step() from public;

create trigger require_second_step before update on public.profiles
  for each row execute function private.require_second_step();
