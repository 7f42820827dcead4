import type { Entry, FormatName, LadderState, Move, Role, Rules } from '@muster/league';
import { type AskerRow, toAskerSql } from '../engine/asker.ts';
import { identitiesSql } from '../engine/facts.ts';
import type { JsonInstant } from '../page/instants.ts';
import { ratedValueSql, sigmaSql, toGrowthSql } from './ratings.ts';

export interface EntryRow {
  id: string;
  team_id: string | null;
  person_id: string | null;
  name: string;
  tag: string | null;
  href: string | null;
  logo: string | null;
  status: Entry['status'];
  rung: number | null;
  wins: number;
  losses: number;
  draws: number;
  streak: number;
  form: string;
  mu: number | null;
  /** With what it has grown by until the page's instant. */
  sigma: number | null;
  rest_from: JsonInstant | null;
  rest_until: JsonInstant | null;
  immune_until: JsonInstant | null;
  suspended_until: JsonInstant | null;
  joined_at: JsonInstant;
  /** Whether its rung changed within the week, and from where: null when it joined. */
  has_moved: boolean;
  week_rung: number | null;
}

export interface OpenMatchRow {
  id: string;
  status: string;
  challenger_entry_id: string;
  defender_entry_id: string;
  starts_at: JsonInstant | null;
  deadline: JsonInstant | null;
  maps: string[] | null;
}

export interface ResultRow {
  id: string;
  status: 'completed' | 'forfeited';
  ended_at: JsonInstant;
  winner: 'challenger' | 'defender' | 'draw' | null;
  challenger_entry_id: string;
  defender_entry_id: string;
  challenger_score: number | null;
  defender_score: number | null;
  moves: Move[];
  challenger_name: string;
  challenger_href: string | null;
  defender_name: string;
  defender_href: string | null;
}

export interface OwnTeamRow {
  id: string;
  slug: string;
  name: string;
  role: Role;
  /** Captains first, then by how long they have been on it; for its captain with the accounts that each has linked. */
  roster: { person_id: string; username: string; identities: string[] | null }[];
}

/** The rules' own state of a ladder as its stream's tables hold it: its root, and its live members by their ids. */
/** A ladder's state in pieces; a member that is known already, and is as it was, comes as null. */
export interface LadderStateRow {
  sequence: number;
  hash: string;
  root: Partial<LadderState>;
  entries: Record<string, LadderState['entries'][string] | null> | null;
  matches: Record<string, LadderState['matches'][string] | null> | null;
}

export interface SeasonRow {
  id: string;
  name: string;
  number: number;
  status: 'registration' | 'open' | 'closed';
  is_demo: boolean;
  rules: Rules;
  rules_version: number;
  opens_at: JsonInstant;
  ends_at: JsonInstant | null;
  closed_at: JsonInstant | null;
  stream: string;
}

export interface LadderRow {
  id: string;
  slug: string;
  name: string;
  format: FormatName;
  region: string;
  zone: string;
  is_test: boolean;
  summary: Record<string, string>;
  description: Record<string, string>;
  game_slug: string;
  game_name: string;
  season: SeasonRow | null;
}

export interface LadderPageRow extends LadderRow {
  entries: EntryRow[] | null;
  matches: OpenMatchRow[] | null;
  results: ResultRow[] | null;
  asker: AskerRow | null;
  teams: OwnTeamRow[] | null;
  /** The rules' own state of the viewer's entries. */
  own_states: Entry[] | null;
  /** For whoever may act for a team, and where runs are ranked by it; null for everybody else. */
  state: LadderStateRow | null;
}

/** The ladder that an address names ($1), and the season that its pages show: the running one, else the newest. */
export const ladderAndSeason = `
  with ladder as (
    select l.*, g.name as game_name
    from public.ladders l join public.games g on g.slug = l.game_slug
    where l.slug = $1
  ),
  season as (
    select s.*
    from public.seasons s join ladder on ladder.id = s.ladder_id
    order by s.status = 'open' desc, s.number desc
    limit 1
  )`;

export const ladderColumns = `
  ladder.id, ladder.slug, ladder.name, ladder.format, ladder.region, ladder.zone, ladder.is_test,
  ladder.summary, ladder.description, ladder.game_slug, ladder.game_name,
  (select row_to_json(season) from season) as season`;

const named = `
  left join public.teams t on t.id = e.team_id
  left join public.profiles p on p.id = e.person_id`;

/** What an entry is called and where its name leads. */
export const toEntryName = (team: string, person: string) => `
  coalesce(${team}.name, ${person}.username) as name, ${team}.tag,
  case when ${team}.id is not null then '/teams/' || ${team}.slug
       when ${person}.user_id is not null then '/profiles/' || ${person}.user_id end as href`;

/**
 * The entries that `ids` names in its column `id`, each with `columns` of the entry `e` and its name: looked
 * up one by one, because the planner would join so many with everybody who ever played.
 */
export const toNamedEntriesSql = (ids: string, columns = 'e.id') => `
  select named.* from (${ids}) wanted cross join lateral (
    select ${columns}, ${toEntryName('t', 'p')} from public.entries e ${named}
    where e.id = wanted.id limit 1) named`;

const toMembersSql = (collection: 'entries' | 'matches') => `
  (select json_object_agg(sm.id, case when sm.sequence > known.sequence then sm.state end order by sm.id)
    from private.stream_members sm, known
    where sm.stream = s.stream and sm.is_current and sm.is_live and sm.collection = '${collection}')`;

/**
 * The whole ladder page in one statement: $1 slug, $2 the viewer's person or null, $3 a week ago, $4 now,
 * $5 and $6 sequence and hash of the log up to which the ladder's state is known, or null.
 * Nothing in it grows with the seasons past.
 */
export const ladderPage = `${ladderAndSeason},
  growth as materialized (${toGrowthSql('select id from season', '$4')}),
  standing as (
    select e.id, e.team_id, e.person_id, ${toEntryName('t', 'p')}, t.logo_path as logo, e.status, e.rung,
      e.wins, e.losses, e.draws, e.streak, e.form, e.mu, ${sigmaSql} as sigma, e.rest_from, e.rest_until,
      e.immune_until, e.suspended_until, e.joined_at,
      week.has_moved is not null as has_moved, week.from_rung as week_rung
    from growth join public.entries e on e.season_id = growth.season_id ${named}
    left join lateral (
      select true as has_moved, r.from_rung from public.entry_rungs r
      where r.entry_id = e.id and r.at > $3 order by r.at, r.sequence limit 1
    ) week on true
    where e.status in ('active', 'suspended')
    order by e.rung, ${ratedValueSql} desc, e.id
  ),
  open_match as (
    select m.id, m.status, m.challenger_entry_id, m.defender_entry_id, m.starts_at, m.deadline,
      case when m.starts_at is not null then
        (select json_agg(mm.map order by mm.position) from public.match_maps mm
         where mm.match_id = m.id and mm.act <> 'ban') end as maps
    from season s join public.matches m on m.season_id = s.id
    where m.ended_at is null
    order by m.starts_at nulls last, m.id
  ),
  result as (
    select m.id, m.status, m.ended_at, m.winner, m.challenger_entry_id, m.defender_entry_id,
      m.challenger_score, m.defender_score, m.moves
    from public.matches m
    where m.season_id = (select id from season) and m.ended_at is not null
      and m.status in ('completed', 'forfeited')
    order by m.ended_at desc, m.id limit 6
  ),
  named_result as (
    select r.*, one.name as challenger_name, one.href as challenger_href,
      other.name as defender_name, other.href as defender_href
    from result r
    join lateral (select ${toEntryName('t', 'p')} from public.entries e ${named}
      where e.id = r.challenger_entry_id) one on true
    join lateral (select ${toEntryName('t', 'p')} from public.entries e ${named}
      where e.id = r.defender_entry_id) other on true
  ),
  known as (
    select coalesce((select e.sequence from season s join public.league_events e on e.stream = s.stream
      where e.sequence = $5::bigint and e.hash = $6::text), -1) as sequence
  ),
  own_team as (
    select t.id, t.slug, t.name, r.role,
      (select json_agg(json_build_object('person_id', p.id, 'username', p.username,
            'identities', case when r.role = 'captain' then ${identitiesSql} end) order by
          array_position(array['captain', 'co_captain', 'player', 'substitute'], o.role), o.joined_at, p.id)
        from public.rosters o join public.profiles p on p.id = o.person_id
        where o.team_id = t.id) as roster
    from public.rosters r join public.teams t on t.id = r.team_id
    where r.person_id = $2 and t.disbanded_at is null
  )
  select ${ladderColumns},
    (select json_agg(standing) from standing) as entries,
    (select json_agg(open_match) from open_match) as matches,
    (select json_agg(r order by r.ended_at desc, r.id) from named_result r) as results,
    case when $2::uuid is not null then
      ${toAskerSql('$2', { ladder: 'ladder.id', at: '$4' })} end as asker,
    (select json_agg(own_team order by own_team.name) from own_team) as teams,
    (select json_agg(sm.state) from season s join public.entries e on e.season_id = s.id
      join private.stream_members sm
        on sm.stream = s.stream and sm.collection = 'entries' and sm.id = e.id
      where e.status in ('active', 'suspended')
        and (e.person_id = $2 or e.team_id in (select id from own_team))) as own_states,
    case when ladder.format = 'time_attack'
        or exists (select 1 from own_team where role in ('captain', 'co_captain')) then
      (select json_build_object('sequence', root.sequence, 'hash', head.hash, 'root', root.state, 'entries', ${toMembersSql('entries')},
          'matches', ${toMembersSql('matches')})
        from season s join private.stream_states root on root.stream = s.stream
        join public.stream_heads head on head.stream = s.stream) end as state
  from ladder`;
