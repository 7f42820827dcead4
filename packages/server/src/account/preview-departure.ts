import type { Queryable } from '@muster/database';
import {
  decideTeam,
  type Facts,
  findEndByLeaving,
  type MatchStatus,
  type Side,
  type TeamEvent,
  type TeamState,
} from '@muster/league';
import type { AccountDeleteData, TeamAfter } from '@muster/site/pages/account/data.ts';
import { loadTeamFacts } from '../engine/facts.ts';

type Departure = Omit<AccountDeleteData, 'username'>;

interface OpenMatch {
  id: string;
  status: MatchStatus;
  side: Side;
  opponent: string;
}

interface TeamRow {
  slug: string;
  name: string;
  state: TeamState;
  /** The team's matches in seasons that run. */
  matches: OpenMatch[];
}

/** $1 the person. */
const teamsStatement = `
  select t.slug, t.name, s.state,
    (select coalesce(json_agg(json_build_object('id', m.id, 'status', m.status,
        'side', case when m.challenger_entry_id = own.id then 'challenger' else 'defender' end,
        'opponent', coalesce(ot.name, op.username)) order by m.id), '[]')
      from public.entries own
      join public.seasons season on season.id = own.season_id and season.status <> 'closed'
      join public.matches m on own.id in (m.challenger_entry_id, m.defender_entry_id) and m.ended_at is null
      join public.entries other on other.id in (m.challenger_entry_id, m.defender_entry_id) and other.id <> own.id
      left join public.teams ot on ot.id = other.team_id
      left join public.profiles op on op.id = other.person_id
      where own.team_id = t.id and own.status in ('active', 'suspended')) as matches
  from public.rosters r join public.teams t on t.id = r.team_id
  join private.stream_states s on s.stream = 'team:' || t.id
  where r.person_id = $1 order by t.name`;

/** $1 the person, $2 those who would take over. */
const restStatement = `
  select
    (select coalesce(json_agg(json_build_object('slug', l.slug, 'name', l.name) order by l.name), '[]')
      from public.entries e
      join public.seasons s on s.id = e.season_id and s.status <> 'closed'
      join public.ladders l on l.id = s.ladder_id
      where e.person_id = $1 and e.status in ('active', 'suspended')) as ladders,
    (select count(*)::int from public.admins where person_id = $1) as offices,
    (select coalesce(json_object_agg(p.id, p.username), '{}')
      from public.profiles p where p.id = any($2::uuid[])) as names`;

interface RestRow extends Pick<Departure, 'ladders' | 'offices'> {
  names: Record<string, string>;
}

/** What the rules make of a team that the person leaves for good. */
function decide({ state }: TeamRow, personId: string, at: string, facts: Facts): TeamEvent[] {
  const command = {
    type: 'retire_member',
    person_id: personId,
    why: 'deleted',
    leaves: true,
  } as const;
  const decision = decideTeam(state, command, { at, actor: null, system: true, facts });
  return decision.ok ? decision.events : [];
}

/**
 * What deleting the account would do, by the rules that will do it, on what hangs on the person alone: nothing
 * is locked for it, and no ladder is read.
 */
export async function previewDeparture(
  queryable: Queryable,
  personId: string,
  at: string,
): Promise<Departure> {
  const rows = await queryable.query<TeamRow>(teamsStatement, [personId]);
  const members = rows.flatMap(({ state }) => Object.keys(state.members));
  const facts = await loadTeamFacts(queryable, { names: null, actorId: null, members, at });
  const teams = rows.map((row) => ({ row, events: decide(row, personId, at, facts) }));
  const heirs = teams.flatMap(({ events }) => findHeir(events) ?? []);
  const [rest] = await queryable.query<RestRow>(restStatement, [personId, heirs]);
  const { ladders = [], offices = 0, names = {} } = rest ?? {};
  return { teams: teams.map((team) => toTeamAfter(team, names)), ladders, offices };
}

function findHeir(events: readonly TeamEvent[]): string | null {
  const passed = events.find((event) => event.type === 'captaincy_passed');
  return passed?.type === 'captaincy_passed' ? passed.data.to : null;
}

function toTeamAfter(
  { row, events }: { row: TeamRow; events: readonly TeamEvent[] },
  names: Record<string, string>,
): TeamAfter {
  const { slug, name, matches } = row;
  const heir = names[findHeir(events) ?? ''] ?? null;
  if (!events.some(({ type }) => type === 'team_disbanded')) {
    return { slug, name, heir, outcome: heir === null ? 'stays' : 'passes', forfeits: [] };
  }
  const forfeits = matches
    .filter(({ status, side }) => findEndByLeaving(status, side) === 'forfeited')
    .map(({ id, opponent }) => ({ id, opponent }));
  return { slug, name, heir: null, outcome: 'disbands', forfeits };
}
