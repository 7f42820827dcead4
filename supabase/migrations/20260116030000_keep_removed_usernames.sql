-- A name that an admin took from somebody does not come back by their own hand, nor does what looks like it; one that
-- was hidden is nobody's until it is given back. As `requireNotRemoved` has it for teams.
create function private.is_username_removed(given text, person uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.renames r
    where r.undone_at is null and r.from_name <> r.to_name and (r.person_id = person or r.person_id is not null and r.hides)
      and private.name_skeleton(r.from_name) = private.name_skeleton(given))
$$;
revoke execute on function private.is_username_removed(text, uuid) from public;

create function private.refuse_removed_username() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if private.is_username_removed(new.username, new.id) then
    raise exception 'name_removed' using errcode = 'check_violation', detail = new.username;
  end if;
  return new;
end;
$$;
revoke execute on function private.refuse_removed_username() from public;
-- Runs after `hold_username`, which tidies the name. The server's own writes are an office's, which may give any name.
create trigger refuse_removed_username before update of username on public.profiles
  for each row when (current_user = 'authenticated' and new.username is distinct from old.username)
  execute function private.refuse_removed_username();

-- A provider's name for somebody new is no way round it.
create or replace function private.find_free_name(wish text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  wanted text := coalesce(private.parse_name(left(private.visible_name(wish), 28), 2, 28), 'player');
  -- A wish for nothing, or for what was taken away, is everybody's: looking through the first numbers would only take long.
  attempt integer := 1;
  candidate text;
begin
  if private.is_username_removed(wanted, null) then
    wanted := 'player';
  end if;
  if wanted = 'player' then
    attempt := 50;
  else
    candidate := wanted;
  end if;
  loop
    if candidate is not null and private.is_name_free(candidate) then
      return candidate;
    end if;
    attempt := attempt + 1;
    candidate := left(wanted, 23) || case when attempt <= 50 then attempt::text
      else floor(random() * 9 * 10 ^ least(attempt - 48, 8) + 10 ^ least(attempt - 48, 8))::bigint::text end;
  end loop;
end;
$$;
