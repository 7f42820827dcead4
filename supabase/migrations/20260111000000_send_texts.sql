-- Texts to phones wait and go as mails do, and are forgotten as they are.
alter table private.mails
  add column channel text not null default 'mail' check (channel in ('mail', 'sms', 'whatsapp')),
  -- What a text is sent for, for whoever sends it; forgotten once it is on its way.
  add column code text,
  add constraint mails_code_is_forgotten check (code is null or text_body is not null);

-- Mails and texts to somebody who is gone say their address or number: they go with the account.
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
  delete from private.mails
  where state <> 'sending'
    and ((channel = 'mail' and lower(recipient) = lower(old.email))
      or (channel <> 'mail' and recipient = old.phone));
  return null;
end;
$$;
