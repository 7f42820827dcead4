import type { FormatName, Role } from '@muster/league';
import type { LadderLine } from '@muster/site/pages/home/data.ts';
import { type MatchLineRow, toActedSql, toMatchLinesSql } from '../match/line.ts';

export interface LadderLineRow {
  slug: string;
  name: string;
  game_slug: string;
  game_name: string;
  has_page: boolean;
  format: FormatName;
  region: string;
  summary: Record<string, string>;
  is_test: boolean;
  is_open: boolean;
  entries: number;
  top: LadderLine['top'];
}

/** A match of the viewer's that is not over, with what the rules' own state says of who has acted. */
export interface OwnMatchRow extends MatchLineRow {
  /** The viewer's on the team that plays it. */
  role: Role;
  has_checked_in: boolean;
  has_reported: boolean;
}

export interface OwnEntryRow {
  team_slug: string;
  team_name: string;
  role: Role;
  /** Null while the team stands on no ladder. */
  ladder_slug: string | null;
  ladder_name: string | null;
  rung: number | null;
}

export interface ShortTeamRow {
  slug: string;
  name: string;
  tag: string;
  people: number;
  size: number;
  ladder_slug: string;
  ladder_name: string;
}

export interface HomeRow {
  figures: { teams: number; people: number; matches: number; ladders: number };
  tonight: MatchLineRow[];
  results: MatchLineRow[];
  ladders: LadderLineRow[];
  short_teams: ShortTeamRow[];
  articles: { slug: string; title: Record<string, string>; summary: Record<string, string> }[];
  games: { slug: string; name: string; tagline: Record<string, string> }[];
  own_matches: OwnMatchRow[];
  own_entries: OwnEntryRow[];
}

/** Ladders as lists show them, as one JSON array; `where` speaks of `l`, the ladder. */
export const toLadderLinesSql = (where: string) => `(
  select coalesce(json_agg(line order by line.position), '[]') from (
    select l.slug, l.name, l.position, g.slug as game_slug, g.name as game_name,
      g.has_casual_page as has_page, l.format, l.region, l.summary, l.is_test,
      coalesce(s.status = 'open', false) as is_open,
      (select count(*)::int from public.entries e
        where e.season_id = s.id and e.status in ('active', 'suspended')) as entries,
      (select coalesce(json_agg(top order by top.place), '[]') from (
        -- Named one by one: joined, the planner would read everybody who ever played.
        select ahead.place, coalesce((select t.name from public.teams t where t.id = ahead.team_id),
            (select p.username from public.profiles p where p.id = ahead.person_id)) as name,
          coalesce((select '/teams/' || t.slug from public.teams t where t.id = ahead.team_id),
            (select '/profiles/' || p.user_id from public.profiles p where p.id = ahead.person_id)) as href
        from (
          select e.team_id, e.person_id,
            coalesce(e.rung, rank() over (order by e.mu - 3 * e.sigma desc))::int as place
          from public.entries e
          where e.season_id = s.id and e.status = 'active'
            and (l.format <> 'rung' or e.rung <= 3) and (l.format <> 'rating' or e.mu is not null)
            and l.format <> 'time_attack'
        ) ahead
        where ahead.place <= 3 order by place, name limit 3) top) as top
    from public.ladders l
    join public.games g on g.slug = l.game_slug
    left join public.seasons s on s.ladder_id = l.id and s.status in ('open', 'closing')
    where ${where}
  ) line)`;

/** Teams whose roster is no longer than a lineup of their ladder, as one JSON array. */
export const toShortTeamsSql = (limit: number) => `(
  select coalesce(json_agg(short), '[]') from (
    select t.slug, t.name, t.tag, roster.people, running.size, running.ladder_slug, running.ladder_name
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

const OWN_ENTRIES = `
  select e.id, r.role, t.slug as team_slug, t.name as team_name, l.slug as ladder_slug,
    l.name as ladder_name, e.rung
  from public.rosters r
  join public.teams t on t.id = r.team_id and t.disbanded_at is null
  left join (public.entries e
    join public.seasons s on s.id = e.season_id and s.status in ('open', 'closing')
    join public.ladders l on l.id = s.ladder_id)
    on e.team_id = t.id and e.status in ('active', 'suspended')
  where r.person_id = $1`;

const OPEN = `('challenged', 'offered', 'countered', 'scheduled', 'checking_in', 'veto', 'live', 'reported', 'disputed')`;

/** How many there are of what the database counts as it comes and goes. */
export const toFigureSql = (figure: 'teams' | 'people' | 'sides_of_results') => `(
  select coalesce(sum(change), 0)::int from private.figure_changes where figure = '${figure}')`;

/** The whole home page in one statement: $1 the viewer's person or null, $2 now. */
export const HOME_PAGE = `
  with own_entry as materialized (${OWN_ENTRIES})
  select
    (select json_build_object(
      'teams', ${toFigureSql('teams')}, 'people', ${toFigureSql('people')},
      'matches', ${toFigureSql('sides_of_results')} / 2,
      'ladders', (select count(*)::int from public.ladders where not is_test))) as figures,
    ${toMatchLinesSql(`
      select m.*, null::text as own_side, row_number() over (order by m.starts_at, m.id) as place
      from public.matches m join public.seasons s on s.id = m.season_id and s.status <> 'closed'
      where m.ended_at is null and m.status in ('scheduled', 'checking_in', 'veto', 'live')
        and m.starts_at between $2::timestamptz - interval '3 hours' and $2::timestamptz + interval '24 hours'
      order by m.starts_at, m.id limit 8`)} as tonight,
    ${toMatchLinesSql(`
      select m.*, null::text as own_side, row_number() over (order by m.ended_at desc, m.id) as place
      from public.seasons s
      join public.ladders l on l.id = s.ladder_id and not l.is_test
      cross join lateral (
        select * from public.matches r
        where r.season_id = s.id and r.status in ('completed', 'forfeited') and r.moves <> '[]'
        order by r.ended_at desc limit 8
      ) m
      where s.status <> 'closed'
      order by m.ended_at desc, m.id limit 8`)} as results,
    ${toLadderLinesSql('not l.is_test')} as ladders,
    ${toShortTeamsSql(5)} as short_teams,
    (select coalesce(json_agg(a), '[]') from (
      select slug, title, summary from public.articles
      where published_at <= $2 order by published_at, slug limit 6) a) as articles,
    (select coalesce(json_agg(g order by g.position), '[]') from (
      select slug, name, tagline, position from public.games where has_casual_page) g) as games,
    (select coalesce(json_agg(own), '[]') from own_entry own) as own_entries,
    ${toMatchLinesSql(
      `
      select m.*, side.name as own_side, own.role,
        row_number() over (order by m.starts_at nulls last, m.id) as place,
        ${toActedSql('side.name')}
      from own_entry own
      join public.matches m on own.id in (m.challenger_entry_id, m.defender_entry_id)
      cross join lateral (select case when m.challenger_entry_id = own.id
        then 'challenger' else 'defender' end as name) side
      join public.seasons s on s.id = m.season_id
      where m.status in ${OPEN}`,
      'm.role, m.has_checked_in, m.has_reported,',
    )} as own_matches`;
