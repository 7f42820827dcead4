-- A sanction cites its rule, and may be appealed once by the person whom it holds against; somebody else than
-- who gave it answers.

alter table public.sanctions add column rule text check (char_length(rule) between 1 and 200);

create table private.sanction_appeals (
  sanction_id uuid primary key references public.sanctions (id) on delete cascade,
  person_id uuid not null references public.profiles (id) on delete cascade,
  words text not null check (char_length(words) between 1 and 4000),
  made_at timestamptz not null,
  decided_by uuid references public.profiles (id) on delete set null,
  -- All three once it is answered.
  decided_at timestamptz,
  is_granted boolean,
  answer text check (char_length(answer) between 1 and 4000),
  check (num_nulls(decided_at, is_granted, answer) in (0, 3))
);
create index sanction_appeals_by_person on private.sanction_appeals (person_id);
create index sanction_appeals_by_decider on private.sanction_appeals (decided_by);
create index sanction_appeals_open on private.sanction_appeals (made_at) where decided_at is null;
alter table private.sanction_appeals enable row level security;
revoke all on table private.sanction_appeals from public, anon, authenticated;

-- Whoever gave the sanction, has it, or plays in a team with who has it, answers no appeal of it.
create function private.hold_sanction_answer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if new.decided_by = new.person_id
    or exists (select from public.sanctions s where s.id = new.sanction_id and s.given_by = new.decided_by)
    or exists (select from public.rosters theirs join public.rosters own using (team_id)
      where theirs.person_id = new.person_id and own.person_id = new.decided_by) then
    raise exception 'a party to the sanction' using errcode = 'check_violation', detail = 'own_match';
  end if;
  return new;
end;
$$;
revoke execute on function private.hold_sanction_answer() from public;
create trigger hold_sanction_answer before insert or update of decided_by on private.sanction_appeals
  for each row when (new.decided_by is not null) execute function private.hold_sanction_answer();
