-- Words by language that open a case where a name or a notice has one of them; they hide nothing.
create table private.flag_words (
  locale text not null check (locale in ('en', 'es', 'fr', 'de', 'pl', 'pt', 'fi')),
  word text not null check (char_length(word) between 2 and 40 and word !~ '[[:space:][:punct:]]'),
  primary key (locale, word)
);
-- Capitals, accents and look-alike letters do not matter.
create index flag_words_by_skeleton on private.flag_words (private.name_skeleton(word));
alter table private.flag_words enable row level security;
revoke all on table private.flag_words from public, anon, authenticated;

-- The first word of a text that is on the list, null where none is; a whole word, and of long texts the beginning.
create function private.find_flag_word(given text) returns text
language sql stable set search_path = ''
as $$
  select f.word
  from regexp_split_to_table(left(given, 600), '[[:space:][:punct:]]+') with ordinality as part (word, place)
  join private.flag_words f on private.name_skeleton(f.word) = private.name_skeleton(part.word)
  where part.word <> ''
  order by part.place, f.locale limit 1
$$;
revoke execute on function private.find_flag_word(text) from public;

-- Opens a case of a new name or notice, or joins the one that is open; each word is said once.
create function private.flag_row() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  found text;
  opened uuid;
  thing jsonb := '{"author": "", "title": "", "words": "", "path": "", "picture": null}';
  thing_kind text;
  person uuid;
  team uuid;
begin
  if tg_table_name = 'profiles' then
    if new.user_id is null or (tg_op = 'UPDATE' and new.username = old.username) then
      return null;
    end if;
    found := private.find_flag_word(new.username);
    thing_kind := 'person';
    person := new.id;
    thing := thing || jsonb_build_object('author', new.username, 'title', new.username,
      'path', '/profiles/' || new.user_id);
  elsif tg_table_name = 'teams' then
    if tg_op = 'UPDATE' and new.name = old.name and new.tag = old.tag then
      return null;
    end if;
    found := private.find_flag_word(new.name || ' ' || new.tag);
    thing_kind := 'team';
    team := new.id;
    thing := thing || jsonb_build_object('title', new.name || ' [' || new.tag || ']', 'path', '/teams/' || new.slug);
  else
    found := private.find_flag_word(new.text);
    thing_kind := 'post';
    person := new.person_id;
    thing := thing || jsonb_build_object('words', new.text, 'path', '/boards');
  end if;
  if found is null then
    return null;
  end if;
  insert into private.cases as c (id, kind, subject, person_id, team_id, opened_at)
  values (gen_random_uuid(), thing_kind, new.id::text, person, team, now())
  on conflict (kind, subject) where status = 'open' do update set subject = excluded.subject
  returning c.id into opened;
  insert into private.reports (id, case_id, reason, words, snapshot, reported_at)
  select gen_random_uuid(), opened, 'flagged', found, thing, now()
  where not exists (select from private.reports r
    where r.case_id = opened and r.reason = 'flagged' and r.words = found);
  perform pg_notify('muster_hints', jsonb_build_object('topic', 'case:00000000-0000-0000-0000-000000000000',
    'id', '00000000-0000-0000-0000-000000000000', 'version', 1)::text);
  return null;
end;
$$;
revoke execute on function private.flag_row() from public;
create trigger flag_row after insert or update of username on public.profiles
  for each row execute function private.flag_row();
create trigger flag_row after insert or update of name, tag on public.teams
  for each row execute function private.flag_row();
create trigger flag_row after insert on public.board_posts
  for each row execute function private.flag_row();
