import type { ShortTeam } from '@muster/site/pages/home/data.ts';

export interface ShortTeamRow {
  slug: string;
  name: string;
  tag: string;
  logo: string | null;
  people: number;
  size: number;
  ladder_slug: string;
  ladder_name: string;
}

/** Teams whose roster is no longer than a lineup of their ladder, as one JSON array. */
export const toShortTeamsSql = (limit: number) => `(
  select coalesce(json_agg(short), '[]') from (
    select t.slug, t.name, t.tag, t.logo_path as logo, roster.people, running.size, running.ladder_slug, running.ladder_name
    from (
      -- The rules are taken apart once a season, not once an entry.
      select s.id, (s.rules -> 'team' ->> 'size')::int as size, l.slug as ladder_slug, l.name as ladder_name
      from public.seasons s join public.ladders l on l.id = s.ladder_id and not l.is_test
      where s.status = 'open' offset 0
    ) running
    join public.entries e on e.season_id = running.id and e.status = 'active' and e.team_id is not null
    cross join lateral (
      select count(*)::int as people from public.rosters r where r.team_id = e.team_id) roster
    join public.teams t on t.id = e.team_id
    where roster.people between 1 and running.size
    order by e.last_active_at desc, t.name limit ${limit}
  ) short)`;

export function toShortTeam({ ladder_slug, ladder_name, ...team }: ShortTeamRow): ShortTeam {
  return { ...team, ladder: { slug: ladder_slug, name: ladder_name } };
}
