import type { Role } from '@muster/league';
import type { MeData, Stand } from '@muster/site/pages/me/data.ts';
import type { Loader } from '../context.ts';
import { type MatchLineRow, toLastResultsSql, toMatchLine } from '../match/line.ts';
import { listMatters } from './matters.ts';

interface MeRow {
  results: MatchLineRow[];
  stands: (Omit<Stand, 'role'> & { role: Role })[];
}

/** Of somebody with a thousand places: nobody has. */
const mostStands = 50;

/** $1 whose. */
const statement = `
  with stand as (
    select json_build_object('slug', t.slug, 'name', t.name, 'tag', t.tag, 'logo', t.logo_path) as team, r.role,
      played.ladder, played.rung, coalesce(played.wins, 0) as wins, coalesce(played.losses, 0) as losses,
      t.name, played.position
    from public.rosters r
    join public.teams t on t.id = r.team_id and t.disbanded_at is null
    left join lateral (
      select json_build_object('slug', l.slug, 'name', l.name) as ladder, e.rung, e.wins, e.losses, l.position
      from public.entries e
      join public.seasons s on s.id = e.season_id and s.status <> 'closed'
      join public.ladders l on l.id = s.ladder_id
      where e.team_id = t.id and e.status in ('active', 'suspended')) played on true
    where r.person_id = $1
    union all
    select null, 'captain', json_build_object('slug', l.slug, 'name', l.name), e.rung, e.wins, e.losses, null, l.position
    from public.entries e
    join public.seasons s on s.id = e.season_id and s.status <> 'closed'
    join public.ladders l on l.id = s.ladder_id
    where e.person_id = $1 and e.status in ('active', 'suspended')
  )
  select
    ${toLastResultsSql(`e.person_id = $1
      or e.team_id in (select r.team_id from public.rosters r where r.person_id = $1)`)} as results,
    (select coalesce(json_agg(stand), '[]') from (
      select team, role, ladder, rung, wins, losses from stand
      order by position nulls last, ladder ->> 'slug', name nulls first limit ${mostStands}) stand) as stands`;

/** What concerns the signed-in person; nobody else has this page. */
export const loadMe: Loader<MeData> = async ({ database, viewer, now }) => {
  if (viewer === null) {
    return null;
  }
  const [matters, [row]] = await Promise.all([
    listMatters(database, viewer.person_id, now),
    database.query<MeRow>(statement, [viewer.person_id]),
  ]);
  return {
    matters,
    results: (row?.results ?? []).map(toMatchLine),
    stands: row?.stands ?? [],
  };
};
