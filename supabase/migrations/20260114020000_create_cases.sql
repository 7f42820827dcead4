-- What people report, and what becomes of it: all that concerns one thing is one case.
create table private.cases (
  id uuid primary key,
  kind text not null check (kind in
    ('match_message', 'scrim_message', 'post', 'answer', 'evidence', 'article', 'team', 'person')),
  -- The thing's id, or an article's word in addresses.
  subject text not null check (char_length(subject) between 1 and 120),
  -- Whom it concerns; null for texts of the league's, and once they are forgotten.
  person_id uuid references public.profiles (id) on delete set null,
  team_id uuid references public.teams (id) on delete cascade,
  -- Whose admins may decide it beside those of the site.
  ladder_id uuid references public.ladders (id) on delete cascade,
  match_id uuid references public.matches (id) on delete cascade,
  scrim_id uuid references private.scrims (id) on delete cascade,
  status text not null default 'open' check (status in ('open', 'decided', 'closed', 'appealed', 'final')),
  -- Moves with every decision, appeal and undoing; an act names the one that it saw.
  version integer not null default 1 check (version >= 1),
  opened_at timestamptz not null,
  holder_id uuid references public.profiles (id) on delete set null,
  held_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references public.profiles (id) on delete set null,
  -- What everybody who reported reads.
  answer text not null default '' check (char_length(answer) <= 1000),
  appealed_at timestamptz,
  appeal text not null default '' check (char_length(appeal) <= 2000),
  appeal_decided_at timestamptz,
  appeal_decided_by uuid references public.profiles (id) on delete set null,
  appeal_granted boolean,
  appeal_answer text not null default '' check (char_length(appeal_answer) <= 1000),
  constraint cases_appeal_is_somebody_elses check (appeal_decided_by <> decided_by),
  constraint cases_decided_when_not_open check ((status = 'open') = (decided_at is null)),
  constraint cases_appealed_has_appeal check (status <> 'appealed' or appealed_at is not null)
);
create unique index cases_one_open_a_thing on private.cases (kind, subject) where status = 'open';
create index cases_by_thing on private.cases (kind, subject, opened_at desc);
create index cases_waiting on private.cases (opened_at) where status in ('open', 'appealed');
create index cases_by_person on private.cases (person_id, opened_at desc);
create index cases_by_team on private.cases (team_id);
create index cases_by_ladder on private.cases (ladder_id);
create index cases_by_match on private.cases (match_id);
create index cases_by_scrim on private.cases (scrim_id);
create index cases_by_opening on private.cases (opened_at desc, id desc);

create table private.reports (
  id uuid primary key,
  case_id uuid not null references private.cases (id) on delete cascade,
  -- Null where the word list reported, and once somebody is forgotten.
  person_id uuid references public.profiles (id) on delete set null,
  reason text not null check (reason in ('spam', 'insult', 'cheating', 'name', 'picture', 'other', 'flagged')),
  -- What the reporter says of it, or the word that was found.
  words text not null default '' check (char_length(words) <= 500),
  -- The thing as it was then.
  snapshot jsonb not null,
  reported_at timestamptz not null,
  constraint reports_one_a_person unique (case_id, person_id)
);
create index reports_by_person on private.reports (person_id, reported_at desc);

create table private.case_acts (
  id uuid primary key,
  case_id uuid not null references private.cases (id) on delete cascade,
  act text not null check (act in ('hide', 'remove_picture', 'mute', 'ban')),
  -- Of a mute or a ban.
  sanction_id uuid,
  ends_at timestamptz,
  at timestamptz not null,
  undone_at timestamptz,
  constraint case_acts_sanction check ((sanction_id is not null) = (act in ('mute', 'ban')))
);
create index case_acts_by_case on private.case_acts (case_id);

alter table private.cases enable row level security;
alter table private.reports enable row level security;
alter table private.case_acts enable row level security;
revoke all on table private.cases, private.reports, private.case_acts from public, anon, authenticated;

-- Who has a part in a case: whom it concerns, who reported it, and everybody of their team, or of the two that play.
create function private.is_case_party(case_id uuid, person uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.cases c
    where c.id = $1 and (c.person_id = $2
      or exists (select from private.reports r where r.case_id = c.id and r.person_id = $2)
      or exists (select from public.rosters r where r.person_id = $2 and (r.team_id = c.team_id
        or r.team_id in (select own.team_id from public.rosters own where own.person_id = c.person_id)))
      or exists (select from public.matches m
        join public.entries e on e.id in (m.challenger_entry_id, m.defender_entry_id)
        left join public.rosters r on r.team_id = e.team_id
        where m.id = c.match_id and coalesce(r.person_id, e.person_id) = $2)
      or exists (select from private.match_lineups l where l.match_id = c.match_id and l.person_id = $2)
      or exists (select from private.scrims s join public.rosters r on r.team_id in (s.home_team_id, s.away_team_id)
        where s.id = c.scrim_id and r.person_id = $2)))
$$;
revoke execute on function private.is_case_party(uuid, uuid) from public;

-- Parties decide nothing, whoever writes; the words of those who are forgotten go with them.
create function private.guard_case() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if (new.decided_by is distinct from old.decided_by and private.is_case_party(new.id, new.decided_by))
    or (new.appeal_decided_by is distinct from old.appeal_decided_by
      and private.is_case_party(new.id, new.appeal_decided_by)) then
    raise exception 'case_party' using errcode = 'check_violation', constraint = 'cases_not_by_parties';
  end if;
  if old.person_id is not null and new.person_id is null then
    new.appeal := '';
    update private.reports set snapshot = '{}' where case_id = new.id;
  end if;
  return new;
end;
$$;
revoke execute on function private.guard_case() from public;
create trigger guard_case before update on private.cases
  for each row execute function private.guard_case();

create function private.forget_report_words() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if old.person_id is not null and new.person_id is null then
    new.words := '';
  end if;
  return new;
end;
$$;
revoke execute on function private.forget_report_words() from public;
create trigger forget_report_words before update on private.reports
  for each row execute function private.forget_report_words();

-- What the admins removed is hidden from when on; nothing of it is deleted.
alter table private.match_messages add column hidden_at timestamptz;
alter table private.scrim_messages add column hidden_at timestamptz;
alter table private.board_answers add column hidden_at timestamptz;
alter table private.match_evidence add column hidden_at timestamptz;
alter table private.team_logos add column hidden_at timestamptz;
alter table public.board_posts add column hidden_at timestamptz;
alter table public.articles add column hidden_at timestamptz;
drop policy "everybody reads what is up" on public.board_posts;
create policy "everybody reads what is up" on public.board_posts
  for select to anon, authenticated using (expires_at > now() and hidden_at is null);
drop policy "everybody reads what is published" on public.articles;
create policy "everybody reads what is published" on public.articles
  for select to anon, authenticated using (published_at <= now() and hidden_at is null);
