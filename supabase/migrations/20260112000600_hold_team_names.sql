-- Team names and tags obey their rule whoever writes them, and their skeletons are theirs. Names from before
-- stay with their teams, since the log says them, until they are changed.
create function private.hold_team_name() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.name <> old.name)
    and new.name is distinct from private.parse_name(new.name, 2, 40) then
    raise exception 'name_invalid' using errcode = 'check_violation', detail = '2-40';
  end if;
  if (tg_op = 'INSERT' or new.tag <> old.tag)
    and new.tag is distinct from private.parse_name(new.tag, 2, 6) then
    raise exception 'tag_invalid' using errcode = 'check_violation', detail = '2-6';
  end if;
  new.name_skeleton := private.name_skeleton(new.name);
  new.tag_skeleton := private.name_skeleton(new.tag);
  return new;
end;
$$;
revoke execute on function private.hold_team_name() from public;
create trigger hold_team_name before insert or update of name, tag, name_skeleton, tag_skeleton on public.teams
  for each row execute function private.hold_team_name();
