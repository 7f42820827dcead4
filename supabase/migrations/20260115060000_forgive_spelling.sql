-- Who searches for a team or a person by a name that nobody bears finds those whose name comes near it: 'artic
-- nomad' finds the Arctic Nomads. Supabase and every PostgreSQL with its contributed modules has pg_trgm.
create extension if not exists pg_trgm with schema extensions;
-- Loads the module here, without which only a superuser may name its settings in a function.
select extensions.show_limit();

-- A name without capitals, accents and strokes. It stands where extensions do, as `to_pairs`.
create function extensions.to_plain(word text) returns text
language sql immutable strict parallel safe
as $$
  select pg_catalog.regexp_replace(
    pg_catalog.translate(pg_catalog."normalize"(pg_catalog.lower(word), 'NFKD'), 'łøđðßæœı', 'loddsaoi'),
    '[\u0300-\u036f]', '', 'g')
$$;

create index teams_by_likeness on public.teams using gin (extensions.to_plain(name) extensions.gin_trgm_ops)
  with (fastupdate = off) where disbanded_at is null;
create index profiles_by_likeness on public.profiles using gin (extensions.to_plain(username) extensions.gin_trgm_ops)
  with (fastupdate = off) where user_id is not null;

-- The ten whose names have most in common with the words, of at most a thousand that have enough: two parts in
-- five of the words' threes of characters.
create function private.find_alike_teams(words text) returns table (id uuid, place bigint)
language sql stable set search_path = '' set pg_trgm.word_similarity_threshold = 0.4
as $$
  select f.id, pg_catalog.row_number() over (
    order by extensions.word_similarity(extensions.to_plain(words), f.plain) desc,
      extensions.similarity(extensions.to_plain(words), f.plain) desc, f.plain, f.id)
  from (select t.id, extensions.to_plain(t.name) as plain from public.teams t
    where t.disbanded_at is null
      and extensions.to_plain(words) operator(extensions.<%) extensions.to_plain(t.name) limit 1000) f
  order by 2 limit 10
$$;
revoke execute on function private.find_alike_teams(text) from public;

create function private.find_alike_people(words text) returns table (id uuid, place bigint)
language sql stable set search_path = '' set pg_trgm.word_similarity_threshold = 0.4
as $$
  select f.id, pg_catalog.row_number() over (
    order by extensions.word_similarity(extensions.to_plain(words), f.plain) desc,
      extensions.similarity(extensions.to_plain(words), f.plain) desc, f.plain, f.id)
  from (select p.id, extensions.to_plain(p.username) as plain from public.profiles p
    where p.user_id is not null
      and extensions.to_plain(words) operator(extensions.<%) extensions.to_plain(p.username) limit 1000) f
  order by 2 limit 10
$$;
revoke execute on function private.find_alike_people(text) from public;
