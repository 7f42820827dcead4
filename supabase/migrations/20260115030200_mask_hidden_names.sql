-- Which names an admin hid, and what stands in their place wherever the log or what was made of it is shown: said
-- here alone. The log and the archives themselves stay as they are, and replays with them.

-- Whether a name or a tag that somebody had is hidden; one that the rename left in use is not.
create function private.is_name_hidden(given text, team uuid, person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from private.renames h
    where h.hides and h.undone_at is null and (h.team_id = team or h.person_id = person)
      and ((lower(h.from_name) = lower(given) and h.to_name <> h.from_name)
        or (lower(h.from_tag) = lower(given) and h.to_tag <> h.from_tag)))
$$;
revoke execute on function private.is_name_hidden(text, uuid, uuid) from public;
-- Policies ask it for whoever reads.
grant execute on function private.is_name_hidden(text, uuid, uuid) to anon, authenticated, service_role;

-- A name as it is shown.
create function private.show_name(given text, team uuid, person uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select case when private.is_name_hidden(given, team, person) then '***' else given end
$$;
revoke execute on function private.show_name(text, uuid, uuid) from public;

-- What an event of the log says as it is shown. Only names of teams stand in the log.
create function private.show_line(type text, stream text, data jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  team uuid;
begin
  if type not in ('entry_joined', 'entry_renamed', 'team_founded', 'team_edited') then
    return data;
  end if;
  team := coalesce((data ->> 'team_id')::uuid,
    (select e.team_id from public.entries e where e.id = (data ->> 'entry_id')::uuid),
    case when stream like 'team:%' then substr(stream, 6)::uuid end);
  return data || jsonb_build_object('name', private.show_name(data ->> 'name', team, null))
    || case when data ? 'tag' then jsonb_build_object('tag', private.show_name(data ->> 'tag', team, null)) else '{}' end;
end;
$$;
revoke execute on function private.show_line(text, text, jsonb) from public;
grant execute on function private.show_line(text, text, jsonb) to anon, authenticated, service_role;

-- REST gives rows as they are kept, so it gives none that tells a hidden name.
drop policy "everybody reads the log, lineups after the result" on public.league_events;
create policy "everybody reads the log, lineups after the result" on public.league_events
  for select to anon, authenticated using (
    (type <> 'checked_in'
      or exists (select 1 from public.matches m where m.id = match_id and m.ended_at is not null))
    and (type not in ('entry_joined', 'entry_renamed', 'team_founded', 'team_edited')
      or private.show_line(type, stream, data) = data)
  );
drop policy "everybody reads" on public.season_archive_rows;
create policy "everybody reads what is not hidden" on public.season_archive_rows
  for select to anon, authenticated using (
    section <> 'roster'
    or not (private.is_name_hidden(content ->> 'name', (content ->> 'subject')::uuid, null)
      or private.is_name_hidden(content ->> 'tag', (content ->> 'subject')::uuid, null))
  );
drop policy "everybody reads" on public.season_archive_people;
create policy "everybody reads what is not hidden" on public.season_archive_people
  for select to anon, authenticated using (not private.is_name_hidden(name, null, person_id));
drop index private.renames_that_hide;
