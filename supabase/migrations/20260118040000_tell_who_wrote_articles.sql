-- An article is its writers': hiding it is told to them, they may appeal, may be asked, and decide nothing of it.

create function private.list_article_writers(slug text) returns table (person_id uuid)
language sql stable set search_path = ''
as $$
  select distinct r.person_id from private.text_heads h join private.text_revisions r on r.text_id = h.id
  where h.kind = 'articles' and h.slug = $1 and r.person_id is not null
$$;
revoke execute on function private.list_article_writers(text) from public;

create or replace function private.is_case_party(case_id uuid, person uuid) returns boolean
language sql stable set search_path = ''
as $$
  select exists (
    select from private.cases c
    where c.id = $1 and (c.person_id = $2
      or exists (select from private.reports r where r.case_id = c.id and r.person_id = $2)
      or $2 in (select t.person_id from private.list_team_people(c.team_id) t)
      or c.kind = 'article' and $2 in (select w.person_id from private.list_article_writers(c.subject) w)
      or exists (select from public.rosters r where r.person_id = $2
        and r.team_id in (select own.team_id from public.rosters own where own.person_id = c.person_id))
      or exists (select from public.matches m
        join public.entries e on e.id in (m.challenger_entry_id, m.defender_entry_id)
        left join public.rosters r on r.team_id = e.team_id
        where m.id = c.match_id and coalesce(r.person_id, e.person_id) = $2)
      or exists (select from private.match_lineups l where l.match_id = c.match_id and l.person_id = $2)
      or exists (select from private.scrims s join public.rosters r on r.team_id in (s.home_team_id, s.away_team_id)
        where s.id = c.scrim_id and r.person_id = $2)))
$$;

create or replace function private.list_case_people(case_id uuid) returns table (person_id uuid, part text)
language sql stable set search_path = ''
as $$
  select c.person_id, 'concerned' from private.cases c where c.id = $1 and c.person_id is not null
  union
  select t.person_id, 'concerned' from private.cases c cross join lateral private.list_team_people(c.team_id) t
  where c.id = $1 and c.kind = 'team' and t.role in ('captain', 'co_captain')
  union
  select w.person_id, 'concerned' from private.cases c cross join lateral private.list_article_writers(c.subject) w
  where c.id = $1 and c.kind = 'article'
  union
  select r.person_id, 'reporter' from private.reports r where r.case_id = $1 and r.person_id is not null
$$;

-- A case follows the article to another address: what was reported there can be hidden here, and shown again.
create function private.move_article_cases() returns trigger
language plpgsql set search_path = ''
as $$
begin
  update private.cases set subject = new.slug where kind = 'article' and subject = old.slug;
  return new;
end;
$$;
revoke execute on function private.move_article_cases() from public;
create trigger move_article_cases after update of slug on public.articles
  for each row when (new.slug is distinct from old.slug) execute function private.move_article_cases();
