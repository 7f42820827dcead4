-- Mails and texts to somebody who is gone go with the account, those to an address or a number that was still
-- to be proven among them. One that is being sent is left to whoever has it in hand: the older of two triggers
-- took that too.
drop trigger forget_mails_after_deletion on auth.users;
drop trigger forget_mails_after_soft_deletion on auth.users;
drop function private.forget_mails_of_user();

create or replace function private.forget_person_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select id from public.profiles where user_id = old.id);
begin
  if person is not null then
    perform private.forget_person(person);
  end if;
  delete from private.mails
  where state <> 'sending'
    and ((channel = 'mail' and lower(recipient) in (lower(old.email), lower(old.email_change)))
      or (channel <> 'mail' and recipient in (old.phone, old.phone_change)));
  return null;
end;
$$;
