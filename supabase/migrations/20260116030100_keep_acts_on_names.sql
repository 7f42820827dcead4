-- A decision may take a name away or end a team, as acts of the case: they are undone with it, and appealed with it.
alter table private.case_acts
  drop constraint case_acts_act_check,
  add constraint case_acts_act_check check (act in
    ('hide', 'remove_picture', 'rename_team', 'disband_team', 'rename_person', 'mute', 'ban')),
  add column rename_id uuid references private.renames (id) on delete cascade,
  add constraint case_acts_rename check ((rename_id is not null) = (act in ('rename_team', 'rename_person')));
create index case_acts_by_rename on private.case_acts (rename_id) where rename_id is not null;

-- Who is on a team, or was on a disbanded one to its end, in which role. Nothing happens to a team after its end:
-- whoever left last left by it, as `listLastMembers` has it.
create function private.list_team_people(team uuid) returns table (person_id uuid, role text)
language sql stable set search_path = ''
as $$
  select r.person_id, r.role::text from public.rosters r where r.team_id = team
  union all
  select (f ->> 'person_id')::uuid, f ->> 'role'
  from public.teams t
  join private.stream_states s on s.stream = 'team:' || t.id
  cross join lateral jsonb_array_elements(s.state -> 'former') f
  where t.id = team and t.disbanded_at is not null
    and f ->> 'left_at' = (select max(l ->> 'left_at') from jsonb_array_elements(s.state -> 'former') l)
$$;
revoke execute on function private.list_team_people(uuid) from public;

create or replace function private.is_case_party(case_id uuid, person uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.cases c
    where c.id = $1 and (c.person_id = $2
      or exists (select from private.reports r where r.case_id = c.id and r.person_id = $2)
      or $2 in (select t.person_id from private.list_team_people(c.team_id) t)
      or exists (select from public.rosters r where r.person_id = $2
        and r.team_id in (select own.team_id from public.rosters own where own.person_id = c.person_id))
      or exists (select from public.matches m
        join public.entries e on e.id in (m.challenger_entry_id, m.defender_entry_id)
        left join public.rosters r on r.team_id = e.team_id
        where m.id = c.match_id and coalesce(r.person_id, e.person_id) = $2)
      or exists (select from private.match_lineups l where l.match_id = c.match_id and l.person_id = $2)
      or exists (select from private.scrims s join public.rosters r on r.team_id in (s.home_team_id, s.away_team_id)
        where s.id = c.scrim_id and r.person_id = $2)))
$$;

-- One decision has one appeal: what a case gave is appealed with the case alone.
create function private.hold_sanction_appeal() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if exists (select from private.case_acts a where a.sanction_id = new.sanction_id) then
    raise exception 'appealed with its case' using errcode = 'check_violation', detail = 'appealed_with_case';
  end if;
  return new;
end;
$$;
revoke execute on function private.hold_sanction_appeal() from public;
create trigger hold_sanction_appeal before insert on private.sanction_appeals
  for each row execute function private.hold_sanction_appeal();
