import { type Queryable, takeRow } from '@muster/database';
import type { TeamLine, TeamsData } from '@muster/site/pages/team/data.ts';
import type { Loader } from '../context.ts';
import { toRatedEntriesSql } from '../ladder/ratings.ts';
import { toFigureSql } from '../page/figures.ts';
import { toLiteral } from '../page/list-part.ts';
import { readPlace } from '../page/read-place.ts';
import { toLocalZoneName } from '../page/zone-name.ts';

const limit = 50;

type TeamRow = Omit<TeamLine, 'zone_name'> & { zone: string };

interface TeamsRow {
  total: number;
  teams: TeamRow[];
}

/** What the teams of the page stand on. */
const standingOn = `
  from shown
  join public.entries e on e.team_id = shown.id and e.status in ('active', 'suspended')
  join public.seasons s on s.id = e.season_id and s.status = 'open'
  join public.ladders l on l.id = s.ladder_id and not l.is_test`;

/** $1 how many to leave out, $2 how many to give, $3 now; further ones are of `found` and `total`. */
const toTeamsPage = (found: string, total: string) => `
  with found as (
    select id, slug, name, tag, zone, locale, logo_path as logo from public.teams
    where disbanded_at is null and ${found}
  ), shown as (
    select * from found order by lower(name), id offset $1 limit $2
  ), rated as materialized (
    ${toRatedEntriesSql(`select e.season_id ${standingOn} where l.format = 'rating'`, '$3')}
  ), standing as (
    select e.team_id, json_agg(json_build_object('slug', l.slug, 'name', l.name,
      'rung', coalesce(e.rung, rated.place)) order by l.position) as places
    ${standingOn} left join rated on rated.id = e.id
    group by e.team_id
  )
  select ${total} as total,
    (select coalesce(json_agg(line order by lower(line.name), line.slug), '[]') from (
      select t.slug, t.name, t.tag, t.zone, t.locale, t.logo,
        (select count(*)::int from public.rosters r where r.team_id = t.id) as people,
        coalesce(standing.places, '[]') as places
      from shown t left join standing on standing.team_id = t.id) line) as teams`;

const teamsPage = toTeamsPage('true', toFigureSql('teams'));

const count = '(select count(*)::int from found)';
const isMatch = '(name ilike $4 or tag ilike $4)';
/** $4 what is searched for, as a pattern. */
const teamsWithLetter = toTeamsPage(isMatch, count);
/** $5 the same as it stands: at least two characters, which the index of pairs knows. */
const teamsWithWord = toTeamsPage(
  `(extensions.to_pairs(name) @> extensions.to_pairs($5) or extensions.to_pairs(tag) @> extensions.to_pairs($5)) and ${isMatch}`,
  count,
);

/** $4 the slugs of the teams. */
const teamsBySlug = toTeamsPage('slug = any($4)', count);

function askTeams(query: string): { statement: string; values: string[] } {
  const pattern = `%${toLiteral(query)}%`;
  if (query === '') {
    return { statement: teamsPage, values: [] };
  }
  // Pairs are of characters as PostgreSQL counts them.
  if ([...query].length < 2) {
    return { statement: teamsWithLetter, values: [pattern] };
  }
  return { statement: teamsWithWord, values: [pattern, query] };
}

/** Those whose names come nearest to what nobody is called, the nearest first. */
async function findAlike(database: Queryable, query: string, now: Date): Promise<TeamRow[]> {
  const nearest = await database.query<{ slug: string }>(
    'select t.slug from private.find_alike_teams($1) a join public.teams t using (id) order by a.place',
    [query],
  );
  const slugs = nearest.map(({ slug }) => slug);
  const { teams } = takeRow(
    await database.query<TeamsRow>(teamsBySlug, [0, slugs.length, now, slugs]),
  );
  return teams.toSorted((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug));
}

/** The teams, or those whose name or tag holds what is searched for; where none does, those that come near it. */
export const loadTeams: Loader<TeamsData> = async ({ database, url, locale, now }) => {
  const query = (url.searchParams.get('q') ?? '').trim().slice(0, 80);
  const from = readPlace(url, 'from') ?? 1;
  const { statement, values } = askTeams(query);
  const row = takeRow(await database.query<TeamsRow>(statement, [from - 1, limit, now, ...values]));
  const alike = row.total === 0 && query !== '' ? await findAlike(database, query, now) : [];
  const name = ({ zone, ...team }: TeamRow): TeamLine => ({
    ...team,
    zone_name: toLocalZoneName(zone, locale),
  });
  return {
    ...{ query, total: row.total, from, limit },
    teams: row.teams.map(name),
    alike: alike.map(name),
  };
};
