import type { FormatName, Role } from '@muster/league';
import type { LocaleCode } from '@muster/site';
import type { ScrimAhead } from '@muster/site/pages/team/data.ts';
import { type SanctionRow, toSanctionsSql } from '../engine/facts.ts';
import { hasTrophySql } from '../engine/project/trophies.ts';
import { type RatingPointRow, toIdlePointSql, toRatingPointsSql } from '../ladder/rating-points.ts';
import { toPlaceSql } from '../ladder/ratings.ts';
import { type MatchLineRow, toLastResultsSql, toMatchLinesSql } from '../match/line.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toScrimOverSql } from '../scrim/over.ts';
import { type EligibilityRow, eligible, type TeamPeopleRow, teamPeople } from './people-query.ts';
import type { TrophyRow } from './trophy.ts';

export interface MemberRow {
  person_id: string;
  username: string;
  user_id: string | null;
  role: Role;
  joined_at: JsonInstant;
  left_at: JsonInstant | null;
}

export interface TeamEntryRow extends EligibilityRow {
  entry_id: string;
  ladder_slug: string;
  ladder_name: string;
  format: FormatName;
  season_name: string;
  is_running: boolean;
  is_demo: boolean;
  rung: number | null;
  size: number;
  wins: number;
  losses: number;
  draws: number;
  form: string;
  steps: { at: JsonInstant; rung: number | null }[];
  ratings: RatingPointRow[];
  idle: RatingPointRow | null;
}

export interface TeamRow extends TeamPeopleRow {
  id: string;
  slug: string;
  name: string;
  tag: string;
  zone: string;
  locale: LocaleCode;
  about: string;
  logo: string | null;
  is_demo: boolean;
  founded_at: Date;
  disbanded_at: Date | null;
  members: MemberRow[];
  former: MemberRow[];
  entries: TeamEntryRow[];
  open_matches: MatchLineRow[];
  scrims: (Omit<ScrimAhead, 'starts_at'> & { starts_at: JsonInstant })[];
  results: MatchLineRow[];
  trophies: TrophyRow[];
  sanctions: SanctionRow[];
}

const members = `
  select coalesce(json_agg(json_build_object('person_id', p.id, 'username', p.username,
      'user_id', p.user_id, 'role', r.role, 'joined_at', r.joined_at, 'left_at', null)
    order by array_position(array['captain', 'co_captain', 'player', 'substitute'], r.role),
      r.joined_at, p.id), '[]')
  from public.rosters r join public.profiles p on p.id = r.person_id
  where r.team_id = team.id`;

const former = `
  select coalesce(json_agg(f order by f.left_at desc), '[]') from (
    select p.id as person_id, p.username, p.user_id, r.role, r.joined_at, r.left_at
    from public.past_rosters r join public.profiles p on p.id = r.person_id
    where r.team_id = team.id order by r.left_at desc limit 20) f`;

const entries = `
  select coalesce(json_agg(entry order by entry.is_running desc, entry.opens_at desc, entry.entry_id), '[]') from (
    select e.id as entry_id, l.slug as ladder_slug, l.name as ladder_name, l.format,
      s.name as season_name, s.status <> 'closed' as is_running, s.is_demo, s.opens_at,
      ${toPlaceSql('$4')} as rung, e.wins, e.losses, e.draws, e.form, ${eligible},
      (select count(*)::int from public.entries o
        where o.season_id = s.id and o.status in ('active', 'suspended')) as size,
      (select coalesce(json_agg(step order by step.at), '[]') from (
        select r.at, r.to_rung as rung from public.entry_rungs r
        where r.entry_id = e.id order by r.sequence desc limit 300) step) as steps,
      ${toRatingPointsSql('true')} as ratings, ${toIdlePointSql('$4')} as idle
    from public.entries e
    join public.seasons s on s.id = e.season_id
    join public.ladders l on l.id = s.ladder_id
    where e.team_id = team.id and (e.status in ('active', 'suspended'))
    order by s.status = 'closed', s.opens_at desc, e.id limit 8) entry`;

const trophies = `
  select coalesce(json_agg(json_build_object('place', e.final_place, 'ladder_slug', l.slug,
    'ladder_name', l.name, 'season', s.name,
    'archive', (select a.slug from public.season_archives a where a.season_id = s.id)) order by s.closed_at desc), '[]')
  from public.entries e
  join public.seasons s on s.id = e.season_id and s.status = 'closed'
  join public.ladders l on l.id = s.ladder_id and not l.is_test
  where e.team_id = team.id and ${hasTrophySql('e')}`;

/** As long as it may be going on it is still ahead, as its own page has it. */
const scrims = `
  select coalesce(json_agg(ahead order by ahead.starts_at, ahead.id), '[]') from (
    select s.id, s.starts_at, g.name as game,
      json_build_object('slug', o.slug, 'name', o.name) as opponent
    from private.scrims s
    join public.games g on g.slug = s.game_slug
    join public.teams o on o.id = case s.home_team_id when team.id then s.away_team_id else s.home_team_id end
    where team.id in (s.home_team_id, s.away_team_id) and s.cancelled_at is null
      and not (${toScrimOverSql('s.starts_at', '$4')})
    order by s.starts_at, s.id limit 10) ahead`;

/** The team's matches that are not over; a season that is closed has none. */
const openMatches = toMatchLinesSql(
  `select m.*, side.name as own_side,
    row_number() over (order by m.starts_at nulls last, m.id) as place
  from public.entries e
  join public.seasons s on s.id = e.season_id and s.status <> 'closed'
  join public.matches m on e.id in (m.challenger_entry_id, m.defender_entry_id)
  cross join lateral (select case when m.challenger_entry_id = e.id
    then 'challenger' else 'defender' end as name) side
  where e.team_id = team.id and m.ended_at is null
  order by m.starts_at nulls last, m.id limit 10`,
);

/** What is in force against the team's people: who of them may lead it hangs on that. */
const sanctions = `
  select coalesce(json_agg(sanction), '[]') from (${toSanctionsSql({
    people: 'array(select r.person_id from public.rosters r where r.team_id = team.id)',
    at: '$4',
    ladder: 'null',
  })}) sanction`;

/** The whole team page in one statement: $1 slug, $2 the viewer's person or null, $3 an invite's code or null, $4 now. */
export const teamPage = `
  select team.*, ${toColumn('members', members)}, ${toColumn('former', former)},
    ${toColumn('scrims', scrims)}, ${toColumn('entries', entries)}, ${toColumn('trophies', trophies)},
    ${openMatches} as open_matches, ${toLastResultsSql('e.team_id = team.id')} as results,
    ${toColumn('sanctions', sanctions)}, ${teamPeople}
  from (
    select id, slug, name, tag, zone, locale, about, logo_path as logo, is_demo, founded_at, disbanded_at
    from public.teams where slug = $1
  ) team`;

function toColumn(name: string, statement: string): string {
  return `(${statement}) as ${name}`;
}
