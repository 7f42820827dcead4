-- What an archive was made from and its rows do not prove: a file's own lines, and what people were called. Names go
-- with an account, so each has a hash of its own that goes with it.
alter table public.imported_archives add column raw_hash text;
update public.imported_archives a set raw_hash = encode(sha256(convert_to(coalesce((
  select string_agg(r.section || ' ' || r.position || ' ' || r.line || ' ' || r.raw, E'\n' order by r.section collate "C", r.position)
  from public.imported_archive_rows r where r.archive_id = a.id), ''), 'UTF8')), 'hex');
alter table public.imported_archives alter column raw_hash set not null;

alter table public.season_archive_people add column name_hash text;
alter table public.season_archive_people disable trigger refuse_archive_name_change;
update public.season_archive_people
  set name_hash = encode(sha256(convert_to(season_id || ' ' || person_id || ' ' || name, 'UTF8')), 'hex');
alter table public.season_archive_people enable trigger refuse_archive_name_change;
alter table public.season_archive_people alter column name_hash set not null;
