import type { MatchStatus, Move, Side } from '@muster/league';
import type { MatchLine } from '@muster/site/pages/team/match-line.ts';
import type { JsonInstant } from '../page/instants.ts';
import { toInstantOrNull } from '../page/instants.ts';

const resultsLimit = 10;

export interface MatchLineRow {
  id: string;
  ladder_slug: string;
  ladder_name: string;
  status: MatchStatus;
  starts_at: JsonInstant | null;
  deadline: JsonInstant | null;
  ended_at: JsonInstant | null;
  challenger_entry_id: string;
  defender_entry_id: string;
  challenger_name: string;
  challenger_href: string | null;
  challenger_logo: string | null;
  challenger_is_team: boolean;
  defender_name: string;
  defender_href: string | null;
  defender_logo: string | null;
  defender_is_team: boolean;
  winner: Side | 'draw' | null;
  challenger_score: number | null;
  defender_score: number | null;
  moves: Move[];
  own_side: Side | null;
}

const toParty = (team: string, person: string, prefix: string) => `
  coalesce(${team}.name, ${person}.username) as ${prefix}_name,
  case when ${team}.id is not null then '/teams/' || ${team}.slug
       when ${person}.user_id is not null then '/profiles/' || ${person}.user_id end as ${prefix}_href,
  ${team}.logo_path as ${prefix}_logo, ${team}.id is not null as ${prefix}_is_team`;

/**
 * The matches that `chosen` names (a subselect with the columns of `public.matches`, in the order to
 * show as `place`, and `own_side`), each with its names, as one JSON array. `more` are columns of it
 * to hand through, each with a comma after it.
 */
export const toMatchLinesSql = (chosen: string, more = '') => `(
  select coalesce(json_agg(line), '[]') from (
    select m.id, l.slug as ladder_slug, l.name as ladder_name, m.status, m.starts_at, m.deadline,
      m.ended_at, m.challenger_entry_id, m.defender_entry_id, m.winner, m.challenger_score,
      m.defender_score, m.moves, m.own_side, ${more}
      ${toParty('ct', 'cp', 'challenger')}, ${toParty('dt', 'dp', 'defender')}
    from (${chosen}) m
    join public.ladders l on l.id = m.ladder_id
    join public.entries ce on ce.id = m.challenger_entry_id
    left join public.teams ct on ct.id = ce.team_id
    left join public.profiles cp on cp.id = ce.person_id
    join public.entries de on de.id = m.defender_entry_id
    left join public.teams dt on dt.id = de.team_id
    left join public.profiles dp on dp.id = de.person_id
    order by m.place
  ) line)`;

/** The matches of an entry `e` on one of its sides that have a result, the last first. */
const toLastOfSideSql = (side: 'challenger' | 'defender') => `
  (select id, ended_at, '${side}' as own_side from public.matches
    where ${side}_entry_id = e.id and status in ('completed', 'forfeited')
    order by ended_at desc, id limit ${resultsLimit})`;

/** The last results of the entries `e`, of seasons `s`, that `where` lets through, as one JSON array. */
export const toLastResultsSql = (where: string) =>
  toMatchLinesSql(`
    select m.*, last.own_side, row_number() over (order by last.ended_at desc, last.id) as place
    from (
      select result.* from public.entries e
      join public.seasons s on s.id = e.season_id
      cross join lateral (${toLastOfSideSql('challenger')} union all ${toLastOfSideSql('defender')}) result
      where ${where}
      order by result.ended_at desc, result.id limit ${resultsLimit}
    ) last join public.matches m on m.id = last.id`);

export function toMatchLine(row: MatchLineRow): MatchLine {
  return {
    id: row.id,
    ladder: { slug: row.ladder_slug, name: row.ladder_name },
    status: row.status,
    starts_at: toInstantOrNull(row.starts_at),
    deadline: toInstantOrNull(row.deadline),
    ended_at: toInstantOrNull(row.ended_at),
    challenger: {
      name: row.challenger_name,
      href: row.challenger_href,
      logo: row.challenger_logo,
      is_team: row.challenger_is_team,
    },
    defender: {
      name: row.defender_name,
      href: row.defender_href,
      logo: row.defender_logo,
      is_team: row.defender_is_team,
    },
    winner: row.winner,
    challenger_score: row.challenger_score,
    defender_score: row.defender_score,
    climb: toClimb(row),
    own_side: row.own_side,
  };
}

/** How a challenger who won climbed; a defender keeps its rung, whatever an overturned result moved back. */
export function toClimb(
  row: Pick<MatchLineRow, 'winner' | 'moves' | 'challenger_entry_id'>,
): MatchLine['climb'] {
  if (row.winner !== 'challenger') {
    return null;
  }
  const move = row.moves.find(({ entry_id }) => entry_id === row.challenger_entry_id);
  if (move?.from == null || move.to === null || move.from === move.to) {
    return null;
  }
  return { from: move.from, to: move.to, others: row.moves.length - 1 };
}
