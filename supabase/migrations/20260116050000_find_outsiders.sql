-- The rules of a season may name a person who judges a case alone where nobody in office can. Whether one is asked
-- about a match follows from its open case, who is in office and who stands on its sides; nothing of it is stored.

-- Whether somebody could judge a match if it were theirs to judge: not suspended, and of neither side.
create function private.is_free_to_judge(match_id uuid, person uuid, at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from public.profiles p where p.id = $2 and p.user_id is not null and not p.is_demo)
    and not exists (select from public.sanctions s join public.matches m on m.id = $1
      where s.person_id = $2 and s.kind in ('suspension', 'ban') and not s.is_lifted
        and s.starts_at <= $3 and (s.ends_at is null or s.ends_at > $3)
        and (s.ladder_id is null or s.ladder_id = m.ladder_id))
    and not exists (select from public.matches m
      join public.entries e on e.id in (m.challenger_entry_id, m.defender_entry_id)
      where m.id = $1 and (e.person_id = $2
        or exists (select from public.rosters r where r.team_id = e.team_id and r.person_id = $2)
        or exists (select from public.entry_players ep where ep.entry_id = e.id and ep.person_id = $2)))
    and not exists (select from private.match_lineups l where l.match_id = $1 and l.person_id = $2)
$$;
revoke execute on function private.is_free_to_judge(uuid, uuid, timestamptz) from public;

-- The case of a match that waits for its ruling, an appeal before its dispute, and who gave the ruling appealed.
create function private.find_open_case(match_id uuid, out case_id uuid, out is_appeal boolean, out ruled_by uuid)
language sql stable set search_path = ''
as $$
  select q.id, q.collection = 'appeals',
    case when q.collection = 'appeals' then (sm.state -> 'result' ->> 'ruled_by')::uuid end
  from public.matches m
  join public.seasons s on s.id = m.season_id
  join private.stream_members sm on sm.stream = s.stream and sm.collection = 'matches' and sm.id = m.id
  join private.stream_members q on q.stream = s.stream and q.collection in ('disputes', 'appeals')
    and q.state ->> 'status' = 'open'
    and q.id in ((sm.state ->> 'dispute_id')::uuid, (sm.state ->> 'appeal_id')::uuid)
  where m.id = $1
  order by q.collection limit 1
$$;
revoke execute on function private.find_open_case(uuid) from public;

-- Whether somebody in office can judge the open case of a match: an appeal a site admin who did not give its ruling.
create function private.is_judged_in_office(match_id uuid, at timestamptz) returns boolean
language sql stable set search_path = ''
as $$
  select exists (select from private.find_open_case($1) open_case
    join public.matches m on m.id = $1
    join public.admins a on a.ladder_id is null or a.ladder_id = m.ladder_id and not open_case.is_appeal
    where open_case.case_id is not null and a.person_id is distinct from open_case.ruled_by
      and private.is_free_to_judge($1, a.person_id, $2))
$$;
revoke execute on function private.is_judged_in_office(uuid, timestamptz) from public;

-- Who judges the open case of a match alone, named by its rules; null where somebody in office can, or nobody.
create function private.find_outsider(match_id uuid, at timestamptz) returns uuid
language sql stable set search_path = ''
as $$
  select named.outsider
  from public.matches m
  join public.seasons s on s.id = m.season_id
  cross join lateral (select (s.rules -> 'dispute' ->> 'outsider')::uuid as outsider) named
  cross join lateral private.find_open_case(m.id) open_case
  where m.id = $1 and named.outsider is distinct from open_case.ruled_by and open_case.case_id is not null
    and private.is_free_to_judge(m.id, named.outsider, $2) and not private.is_judged_in_office(m.id, $2)
$$;
revoke execute on function private.find_outsider(uuid, timestamptz) from public;
