-- Who deletes their account is forgotten: what they said of themselves goes, their name gives way to the
-- printers' mark for a name left out, and of them stays an id in the log. However the account went (from
-- the account page, through the auth service's admin calls, by hand), the same happens.

alter table public.profiles drop constraint profiles_username_check;
alter table public.profiles add constraint profiles_username_check check (
  case when user_id is null then username = U&'\2E3A'
    else char_length(username) between 2 and 32 and username !~ '[[:cntrl:]]' end);
drop index public.profiles_username_key;
create unique index profiles_username_key on public.profiles (lower(username)) where user_id is not null;

create index event_texts_by_author on private.event_texts (author_id);
create index match_messages_by_person on private.match_messages (person_id);
-- Words that somebody wrote in office: what they ruled keeps its reasons.
create index league_events_by_text on public.league_events ((data #>> '{text,text_id}'))
  where data #>> '{text,text_id}' is not null;

-- People who are gone and whom the league has not let go yet: their captaincies, entries and offices.
create table private.departures (
  person_id uuid primary key references public.profiles (id) on delete cascade,
  left_at timestamptz not null default now()
);
alter table private.departures enable row level security;
revoke all on table private.departures from public, anon, authenticated;

-- What a table's foreign key would delete with the profile is the person's and goes; what it would keep
-- is the league's record and stays, under the id alone.
create function private.forget_person(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  tie record;
begin
  for tie in
    select c.conrelid::regclass::text as table_name, a.attname as column_name, c.confdeltype as action
    from pg_catalog.pg_constraint c
    join pg_catalog.pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.confdeltype in ('c', 'n')
      -- Offices end by events, which the server writes.
      and c.conrelid not in ('public.admins'::regclass, 'private.departures'::regclass)
  loop
    if tie.action = 'c' then
      execute format('delete from %s where %I = $1', tie.table_name, tie.column_name) using person;
    else
      execute format('update %s set %I = null where %I = $1', tie.table_name, tie.column_name, tie.column_name)
        using person;
    end if;
  end loop;
  delete from private.match_messages where person_id = person;
  delete from private.team_invites where created_by = person;
  update private.match_evidence set note = '' where person_id = person;
  -- The event keeps a hash of the words; without its salt nobody can guess them from it.
  update private.event_texts t set text = null, salt = '' where author_id = person
    and not exists (select 1 from public.league_events e where e.data #>> '{text,text_id}' = t.id::text);
  update public.rosters set user_id = null where person_id = person;
  update public.profiles set user_id = null, username = U&'\2E3A', locale = 'en' where id = person;
  insert into private.departures (person_id) values (person) on conflict do nothing;
end;
$$;
revoke execute on function private.forget_person(uuid) from public;

create function private.forget_person_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select id from public.profiles where user_id = old.id);
begin
  if person is not null then
    perform private.forget_person(person);
  end if;
  return null;
end;
$$;
revoke execute on function private.forget_person_of_user() from public;

create trigger forget_person_after_deletion
  after delete on auth.users
  for each row execute function private.forget_person_of_user();
create trigger forget_person_after_soft_deletion
  after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function private.forget_person_of_user();
