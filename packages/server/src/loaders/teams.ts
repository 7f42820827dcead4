import type { TeamLine, TeamsData } from '@muster/site/pages/team/data.ts';
import type { Loader } from '../context.ts';
import { PLACE } from './team-query.ts';

const limit = 50;

interface TeamsRow {
  total: number;
  teams: TeamLine[];
}

/** $1 what is searched for, as a pattern; $2 how many to leave out; $3 how many to give. */
const statement = `
  with found as (
    select id, slug, name, tag, zone, locale, logo_path as logo from public.teams
    where disbanded_at is null and (name ilike $1 or tag ilike $1)
  ), shown as (
    select * from found order by lower(name), id offset $2 limit $3
  )
  select (select count(*)::int from found) as total,
    (select coalesce(json_agg(line order by lower(line.name), line.slug), '[]') from (
      select t.slug, t.name, t.tag, t.zone, t.locale, t.logo,
        (select count(*)::int from public.rosters r where r.team_id = t.id) as people,
        (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name, 'rung', ${PLACE})
            order by l.position), '[]')
          from public.entries e
          join public.seasons s on s.id = e.season_id and s.status in ('open', 'closing')
          join public.ladders l on l.id = s.ladder_id and not l.is_test
          where e.team_id = t.id and e.status in ('active', 'suspended')) as places
      from shown t) line) as teams`;

/** The teams, or those whose name or tag holds what is searched for. */
export const loadTeams: Loader<TeamsData> = async ({ database, url }) => {
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 80);
  const asked = Number(url.searchParams.get('from') ?? '1');
  const from = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const pattern = `%${query.replace(/[\\%_]/g, '\\$&')}%`;
  const [row] = await database.query<TeamsRow>(statement, [pattern, from - 1, limit]);
  return { query, teams: row?.teams ?? [], total: row?.total ?? 0, from, limit };
};
