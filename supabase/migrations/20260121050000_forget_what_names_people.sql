-- What else keeps the name of somebody who has left: the audit log's lines of their renames, bylines of articles, the
-- names of files that they brought as evidence, what they stored by Supabase's calls, what the auth service noted of
-- them for its admins, the answer to an admin who renamed them. What goes with a case that is still open goes later.

-- The audit log is never rewritten, but that the name of somebody who has left is left out of it.
create function private.refuse_audit_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and (new.id, new.at, new.act, new.kind, new.subject) = (old.id, old.at, old.act, old.kind, old.subject)
    and new.person_id is not distinct from old.person_id
    and ((old.kind = 'person' and new.changes = '{}' and exists (
        select from public.profiles p where p.id::text = old.subject and p.user_id is null))
      or (old.kind = 'article' and old.changes ? 'author' and new.changes = old.changes || '{"author": "changed"}')) then
    return new;
  end if;
  raise exception 'The log is never rewritten: % on % is refused.', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end;
$$;
revoke execute on function private.refuse_audit_change() from public;
drop trigger refuse_log_change on private.audit_log;
create trigger refuse_audit_change before update or delete on private.audit_log
  for each row execute function private.refuse_audit_change();

-- Before their rows go: bylines with a name of theirs, where they wrote any of the league's texts (a name that was
-- only taken for a day takes nobody's byline away), and the answers to those who renamed them.
create function private.forget_bylines(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  names text[] := array(
    select lower(p.username) from public.profiles p where p.id = person and p.user_id is not null
    union select lower(f.username) from private.former_names f where f.person_id = person);
begin
  if not exists (select from private.text_revisions r where r.person_id = person) then
    return;
  end if;
  update public.articles set author = null where lower(author) = any (names);
  update private.audit_log set changes = changes || '{"author": "changed"}'
  where kind = 'article' and (lower(changes #>> '{author,from}') = any (names)
    or lower(changes #>> '{author,to}') = any (names));
end;
$$;
revoke execute on function private.forget_bylines(uuid) from public;

create or replace function private.forget_person(person uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  tie record;
begin
  perform private.forget_bylines(person);
  delete from private.commands c where c.answer #>> '{data,rename}' in (
    select n.id::text from private.renames n where n.person_id = person);
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
  -- The file itself goes once nobody can contest its match any more; of its name the ending stays, which is the program's.
  update private.match_evidence set note = '', name = case kind
      when 'image' then 'picture.webp'
      when 'demo' then 'demo' || coalesce(substring(name from '\.[^.]*$'), '')
      else '' end
  where person_id = person;
  -- The event keeps a hash of the words; without its salt nobody can guess them from it.
  update private.event_texts t set text = null, salt = '' where author_id = person
    and not exists (select 1 from public.league_events e where e.data #>> '{text,text_id}' = t.id::text);
  update public.rosters set user_id = null where person_id = person;
  update public.profiles set user_id = null, username = U&'\2E3A', locale = 'en' where id = person;
  update private.audit_log set changes = '{}' where kind = 'person' and subject = person::text and changes <> '{}';
  insert into private.departures (person_id) values (person) on conflict do nothing;
end;
$$;

create or replace function private.forget_person_of_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := (select id from public.profiles where user_id = old.id);
begin
  if person is not null then
    perform private.forget_person(person);
  end if;
  delete from private.mails
  where state <> 'sending'
    and ((channel = 'mail' and lower(recipient) in (lower(old.email), lower(old.email_change)))
      or (channel <> 'mail' and recipient in (old.phone, old.phone_change)));
  -- Somebody else's services keep their own log and files, and forget by their own rules.
  if to_regclass('private.stored_bytes') is not null then
    update auth.audit_log_entries set payload = (payload::jsonb #- '{traits,user_email}' #- '{traits,user_phone}')::json
    where payload #>> '{traits,user_id}' = old.id::text;
    update auth.audit_log_entries set ip_address = '',
      payload = (payload::jsonb - '{actor_username,actor_name,traits}'::text[])::json
    where payload ->> 'actor_id' = old.id::text;
    delete from storage.objects where owner_id = old.id::text
      or (storage.foldername(name))[1] = old.id::text;
    delete from private.resumable_uploads where owner_id = old.id::text;
  end if;
  return null;
end;
$$;

-- Of those who have left already.
update private.match_evidence e set name = case kind
    when 'image' then 'picture.webp'
    when 'demo' then 'demo' || coalesce(substring(name from '\.[^.]*$'), '')
    else '' end
from public.profiles p where p.id = e.person_id and p.user_id is null and not p.is_demo;
update private.audit_log a set changes = '{}' from public.profiles p
where a.kind = 'person' and a.subject = p.id::text and p.user_id is null and a.changes <> '{}';
