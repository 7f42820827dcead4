-- Looking for people and teams by a part of their name. Every two neighbouring characters of a name stand in
-- an index, which needs no extension and serves words of two characters, as one of three (pg_trgm) would not.
-- The function stands where extensions do: REST does not show it, and whoever renames themselves may call it,
-- as the index has them do.
create function extensions.to_pairs(word text) returns text[]
language sql immutable strict parallel safe
as $$
  select coalesce(array_agg(distinct pg_catalog.substr(folded.word, n, 2)), '{}')
  from (select pg_catalog.lower(word) as word) folded,
    pg_catalog.generate_series(1, pg_catalog.char_length(folded.word) - 1) n
$$;

-- Kept without a list of what is pending: it would be read from end to end at each search.
create index profiles_by_pairs on public.profiles using gin (extensions.to_pairs(username))
  with (fastupdate = off) where user_id is not null;
create index teams_by_pairs_of_name on public.teams using gin (extensions.to_pairs(name))
  with (fastupdate = off) where disbanded_at is null;
create index teams_by_pairs_of_tag on public.teams using gin (extensions.to_pairs(tag))
  with (fastupdate = off) where disbanded_at is null;
-- By bytes, so that those whose name begins with a word stand together whatever the database's language.
create index profiles_by_name on public.profiles ((lower(username) collate "C"), id) where user_id is not null;
