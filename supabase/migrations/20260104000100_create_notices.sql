-- What people are told: a row a person, written in the transaction of what it is about.
create table private.notices (
  id uuid primary key,
  person_id uuid not null references public.profiles (id) on delete cascade,
  kind text not null,
  -- What gave rise to it: an event (`ladder:<id>#<sequence>`), a date to remind of, a room that talks.
  origin text not null,
  -- What it is about, for its words and its link.
  ladder_id uuid references public.ladders (id) on delete cascade,
  match_id uuid references public.matches (id) on delete cascade,
  team_id uuid references public.teams (id) on delete cascade,
  -- Somebody else whom it names.
  other_id uuid references public.profiles (id) on delete cascade,
  data jsonb not null,
  -- As the person had chosen when it came.
  in_page boolean not null,
  by_mail boolean not null,
  created_at timestamptz not null,
  read_at timestamptz,
  mailed_at timestamptz,
  -- Told once, however often the clock runs and in however many processes.
  unique (person_id, kind, origin)
);
create index notices_unread on private.notices (person_id) where in_page and read_at is null;
create index notices_of_person on private.notices (person_id, created_at desc) where in_page;
create index notices_to_mail on private.notices (origin) where by_mail and mailed_at is null;
create index notices_by_match on private.notices (match_id);
create index notices_by_team on private.notices (team_id);
create index notices_by_other on private.notices (other_id);
create index notices_by_age on private.notices (created_at);

-- Notices that wait for their hour: made with the match, made anew whenever its dates change.
create table private.reminders (
  id uuid primary key,
  match_id uuid not null references public.matches (id) on delete cascade,
  due_at timestamptz not null,
  -- From here on it would come too late to be of use.
  ends_at timestamptz not null,
  plan jsonb not null
);
create index reminders_due on private.reminders (due_at);
create index reminders_by_match on private.reminders (match_id);

alter table private.notices enable row level security;
alter table private.reminders enable row level security;
revoke all on table private.notices, private.reminders from public, anon, authenticated;

-- Mail to somebody who has deleted their account is forgotten with them.
create function private.forget_mails_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from private.mails where lower(recipient) in (lower(old.email), lower(old.email_change));
  return null;
end;
$$;
revoke execute on function private.forget_mails_of_user() from public;
create index mails_by_recipient on private.mails (lower(recipient));
create trigger forget_mails_after_deletion
  after delete on auth.users
  for each row execute function private.forget_mails_of_user();
create trigger forget_mails_after_soft_deletion
  after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.forget_mails_of_user();
