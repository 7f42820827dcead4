-- A team's picture that admins removed is kept with the act, whatever the team chooses meanwhile, until the appeal
-- has given it back; so nobody's own hand takes it away before it is looked at again.
create table private.removed_logos (
  act_id uuid primary key references private.case_acts (id) on delete cascade,
  team_id uuid not null references public.teams (id) on delete cascade,
  key text not null check (key ~ '^[0-9a-f]{32}$'),
  small_id uuid not null references private.files (id),
  large_id uuid not null references private.files (id),
  set_by uuid references public.profiles (id) on delete set null,
  set_at timestamptz not null
);
create index removed_logos_by_team on private.removed_logos (team_id);
create index removed_logos_by_small on private.removed_logos (small_id);
create index removed_logos_by_large on private.removed_logos (large_id);
create index removed_logos_by_setter on private.removed_logos (set_by);
alter table private.removed_logos enable row level security;
revoke all on table private.removed_logos from public, anon, authenticated;

insert into private.removed_logos (act_id, team_id, key, small_id, large_id, set_by, set_at)
select distinct on (l.team_id) a.id, l.team_id, l.key, l.small_id, l.large_id, l.set_by, l.set_at
from private.case_acts a
join private.cases c on c.id = a.case_id
join private.team_logos l on l.team_id = c.team_id and l.hidden_at is not null
where a.act = 'remove_picture' and a.undone_at is null
order by l.team_id, a.at desc, a.id;
delete from private.team_logos where hidden_at is not null;
alter table private.team_logos drop column hidden_at;
