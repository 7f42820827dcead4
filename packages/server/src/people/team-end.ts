import type { Queryable } from '@muster/database';
import type { TeamEnd } from '@muster/site/pages/people/team-data.ts';
import { previewDisbanding } from '../account/preview-retirement.ts';

/** SQL: what of a team `t` with the state `s` its end would touch, beside its people and matches: `entries`, `asking`. */
export const teamEndSql = `
    (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.position, l.slug), '[]')
      from public.entries e join public.seasons n on n.id = e.season_id and n.status <> 'closed'
      join public.ladders l on l.id = n.ladder_id
      where e.team_id = t.id and e.status in ('active', 'suspended')) as entries,
    (select count(*)::int from jsonb_object_keys(s.state -> 'requests')) as asking`;

interface EndRow extends Omit<TeamEnd, 'matches'> {
  name: string;
  tag: string;
}

/** A team's names and what its end would move now; null for one that is gone. */
export async function loadTeamEnd(
  queryable: Queryable,
  teamId: string,
): Promise<(TeamEnd & { name: string; tag: string }) | null> {
  const [row] = await queryable.query<EndRow>(
    `select t.name, t.tag, (select count(*)::int from public.rosters r where r.team_id = t.id) as members, ${teamEndSql}
     from public.teams t join private.stream_states s on s.stream = 'team:' || t.id
     where t.id = $1 and t.disbanded_at is null`,
    [teamId],
  );
  return row === undefined ? null : { ...row, matches: await previewDisbanding(queryable, teamId) };
}
