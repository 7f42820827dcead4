-- Who decides a case may ask somebody whom it concerns, or who reported it; question and answer stay in the case.

-- Whom a case concerns, and who reported it: those who may be asked.
create function private.list_case_people(case_id uuid) returns table (person_id uuid, part text)
language sql stable set search_path = ''
as $$
  select c.person_id, 'concerned' from private.cases c where c.id = $1 and c.person_id is not null
  union
  select t.person_id, 'concerned' from private.cases c cross join lateral private.list_team_people(c.team_id) t
  where c.id = $1 and c.kind = 'team' and t.role in ('captain', 'co_captain')
  union
  select r.person_id, 'reporter' from private.reports r where r.case_id = $1 and r.person_id is not null
$$;
revoke execute on function private.list_case_people(uuid) from public;

create table private.case_questions (
  id uuid primary key,
  case_id uuid not null references private.cases (id) on delete cascade,
  -- Five of a case and no more.
  number smallint not null check (number between 1 and 5),
  -- Who is asked; with them goes what they answered.
  person_id uuid not null references public.profiles (id) on delete cascade,
  asked_by uuid references public.profiles (id) on delete set null,
  words text not null check (char_length(words) between 1 and 1000),
  asked_at timestamptz not null,
  answer text check (char_length(answer) between 1 and 2000),
  answered_at timestamptz,
  constraint case_questions_one_a_number unique (case_id, number),
  constraint case_questions_answered_whole check (num_nulls(answer, answered_at) in (0, 2))
);
create index case_questions_by_person on private.case_questions (person_id);
create index case_questions_by_asker on private.case_questions (asked_by);
alter table private.case_questions enable row level security;
revoke all on table private.case_questions from public, anon, authenticated;

-- Asked by nobody who has a part in the case or decided it first, of nobody who has none, and only while it waits.
create function private.guard_case_question() returns trigger
language plpgsql set search_path = ''
as $$
declare
  found record;
begin
  select c.status, c.decided_by into found from private.cases c where c.id = new.case_id;
  if found.status not in ('open', 'appealed') or private.is_case_party(new.case_id, new.asked_by)
    or found.status = 'appealed' and found.decided_by = new.asked_by then
    raise exception 'case_party' using errcode = 'check_violation', constraint = 'case_questions_by_who_decides';
  end if;
  if new.person_id not in (select p.person_id from private.list_case_people(new.case_id) p) then
    raise exception 'no party' using errcode = 'check_violation', constraint = 'case_questions_to_parties';
  end if;
  return new;
end;
$$;
revoke execute on function private.guard_case_question() from public;
create trigger guard_case_question before insert on private.case_questions
  for each row when (new.asked_by is not null) execute function private.guard_case_question();

-- Answered once, and while the case waits.
create function private.guard_case_answer() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.answer is not null
    or not exists (select from private.cases c where c.id = new.case_id and c.status in ('open', 'appealed')) then
    raise exception 'case_state' using errcode = 'check_violation', constraint = 'case_questions_answered_once';
  end if;
  return new;
end;
$$;
revoke execute on function private.guard_case_answer() from public;
create trigger guard_case_answer before update of answer on private.case_questions
  for each row execute function private.guard_case_answer();
