-- Mails to somebody who is gone say their address: they go with the account.
create or replace function private.forget_person_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select id from public.profiles where user_id = old.id);
begin
  if person is not null then
    perform private.forget_person(person);
  end if;
  -- One that is being sent is left to whoever has it in hand.
  delete from private.mails where lower(recipient) = lower(old.email) and state <> 'sending';
  return null;
end;
$$;
