-- A public file that still tells what somebody took with them, or what was hidden since, is handed out no more. The
-- file counts what was taken from the public and remembers how much that was when it was begun; another is made by and by.
alter table private.public_file
  add column withheld integer not null default 0 check (withheld >= 0),
  add column made_of integer,
  add constraint public_file_made_of_check check (made_of between 0 and withheld);
update private.public_file set made_of = 0 where file_id is not null;

create function private.withhold_public_file() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update private.public_file set withheld = withheld + 1;
  return null;
end;
$$;
revoke execute on function private.withhold_public_file() from public;

create trigger withhold_public_file after update of user_id on public.profiles
  for each row when (old.user_id is not null and new.user_id is null) execute function private.withhold_public_file();
create trigger withhold_public_file after insert on private.renames
  for each row when (new.hides) execute function private.withhold_public_file();
create trigger withhold_public_file after insert on private.case_acts
  for each row when (new.act in ('hide', 'remove_picture')) execute function private.withhold_public_file();
