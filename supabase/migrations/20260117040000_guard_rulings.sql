-- Nobody judges a match of their own, nor an appeal against their own ruling, whoever writes: a case is taken in hand and
-- decided by somebody in the office that it falls to, or by the outsider whom the rules name.

-- Whether a match's open case is this person's to judge. The demonstration's own people judged before anybody real came.
create function private.may_judge(match_id uuid, person uuid, at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles p where p.id = $2 and p.is_demo)
    or coalesce(private.find_outsider($1, $3) = $2, false)
    or exists (select from public.matches m
      join public.admins a on a.ladder_id is null or a.ladder_id = m.ladder_id
      left join lateral private.find_open_case(m.id) open_case on true
      where m.id = $1 and a.person_id = $2 and private.is_free_to_judge(m.id, $2, $3)
        and (open_case.is_appeal is not true or a.ladder_id is null)
        and a.person_id is distinct from open_case.ruled_by)
$$;
revoke execute on function private.may_judge(uuid, uuid, timestamptz) from public;

-- Stable, so that it sees the case as it was before the statement that writes the ruling and closes the case at once.
create function private.guard_ruling() returns trigger
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_judge(new.match_id, new.actor_id, new.at) then
    raise exception 'not the judge' using errcode = 'check_violation', constraint = 'judged_by_who_may';
  end if;
  return new;
end;
$$;
revoke execute on function private.guard_ruling() from public;
create trigger guard_ruling before insert on public.league_events
  for each row when (new.type in ('ruling_given', 'appeal_decided') and new.actor_id is not null)
  execute function private.guard_ruling();

create function private.guard_case_holder() returns trigger
language plpgsql stable set search_path = ''
as $$
begin
  if not private.may_judge(new.match_id, new.person_id, new.taken_at) then
    raise exception 'not the judge' using errcode = 'check_violation', constraint = 'judged_by_who_may';
  end if;
  return new;
end;
$$;
revoke execute on function private.guard_case_holder() from public;
create trigger guard_case_holder before insert or update of person_id on private.case_holders
  for each row execute function private.guard_case_holder();
