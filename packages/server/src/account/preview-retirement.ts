import type { Queryable } from '@muster/database';
import {
  decideTeam,
  type Facts,
  findEndByLeaving,
  type MatchStatus,
  type Side,
  type TeamCommand,
  type TeamEvent,
  type TeamState,
} from '@muster/league';
import { loadTeamFacts } from '../engine/facts.ts';

/** How somebody goes: by what, and whether they leave their teams by it. */
type Retirement = Pick<Extract<TeamCommand, { type: 'retire_member' }>, 'why' | 'leaves'>;

/** A team after one of its people went: who leads it, and what becomes of its open matches. */
export interface TeamAfterwards {
  slug: string;
  name: string;
  outcome: 'stays' | 'passes' | 'disbands';
  /** Who becomes captain, where the place passes on. */
  heir: string | null;
  /** The open matches in seasons that run; null where a match goes on. */
  matches: { id: string; opponent: string; ends: 'withdrawn' | 'forfeited' | null }[];
}

interface TeamRow {
  slug: string;
  name: string;
  state: TeamState;
  matches: { id: string; status: MatchStatus; side: Side; opponent: string }[];
}

/** Columns of a team `t` whose stream's state is `s`: what its own end would touch. */
const teamBeforeSql = `t.slug, t.name, s.state,
    (select coalesce(json_agg(json_build_object('id', m.id, 'status', m.status,
        'side', case when m.challenger_entry_id = own.id then 'challenger' else 'defender' end,
        'opponent', coalesce(ot.name, op.username)) order by m.id), '[]')
      from public.entries own
      join public.seasons season on season.id = own.season_id and season.status <> 'closed'
      join public.matches m on own.id in (m.challenger_entry_id, m.defender_entry_id) and m.ended_at is null
      join public.entries other on other.id in (m.challenger_entry_id, m.defender_entry_id) and other.id <> own.id
      left join public.teams ot on ot.id = other.team_id
      left join public.profiles op on op.id = other.person_id
      where own.team_id = t.id and own.status in ('active', 'suspended')) as matches`;

/** $1 the person. */
const teamsStatement = `
  select ${teamBeforeSql}
  from public.rosters r join public.teams t on t.id = r.team_id
  join private.stream_states s on s.stream = 'team:' || t.id
  where r.person_id = $1 order by t.name`;

/** What the rules make of a team whose member goes. */
function decide(
  { state }: TeamRow,
  command: Extract<TeamCommand, { type: 'retire_member' }>,
  { at, facts }: { at: string; facts: Facts },
): TeamEvent[] {
  const decision = decideTeam(state, command, { at, actor: null, system: true, facts });
  return decision.ok ? decision.events : [];
}

function findHeir(events: readonly TeamEvent[]): string | null {
  const passed = events.find((event) => event.type === 'captaincy_passed');
  return passed?.type === 'captaincy_passed' ? passed.data.to : null;
}

/**
 * What becomes of somebody's teams when they go, by the rules that do it, on what hangs on the person alone:
 * nothing is locked for it, and no ladder is read.
 */
export async function previewRetirement(
  queryable: Queryable,
  personId: string,
  { at, ...how }: Retirement & { at: string },
): Promise<TeamAfterwards[]> {
  const rows = await queryable.query<TeamRow>(teamsStatement, [personId]);
  const members = rows.flatMap(({ state }) => Object.keys(state.members));
  const facts = await loadTeamFacts(queryable, { names: null, actorId: null, members, at });
  const command = { type: 'retire_member', person_id: personId, ...how } as const;
  const decided = rows.map((row) => ({ row, events: decide(row, command, { at, facts }) }));
  const heirs = decided.flatMap(({ events }) => findHeir(events) ?? []);
  const people = await queryable.query<{ id: string; username: string }>(
    'select id, username from public.profiles where id = any($1::uuid[])',
    [heirs],
  );
  const names = new Map(people.map(({ id, username }) => [id, username]));
  return decided.map(({ row, events }) => {
    const heir = names.get(findHeir(events) ?? '') ?? null;
    const isOver = events.some(({ type }) => type === 'team_disbanded');
    return {
      slug: row.slug,
      name: row.name,
      outcome: isOver ? 'disbands' : heir === null ? 'stays' : 'passes',
      heir: isOver ? null : heir,
      matches: listMatchesAfter(row.matches, isOver),
    };
  });
}

/** What becomes of a team's open matches, where it goes and where it stays. */
function listMatchesAfter(matches: TeamRow['matches'], isOver: boolean): TeamAfterwards['matches'] {
  return matches.map(({ id, opponent, status, side }) => ({
    ...{ id, opponent },
    ends: isOver ? findEndByLeaving(status, side) : null,
  }));
}

/** What becomes of a team's open matches when it is disbanded now. */
export async function previewDisbanding(
  queryable: Queryable,
  teamId: string,
): Promise<TeamAfterwards['matches']> {
  const [row] = await queryable.query<TeamRow>(
    `select ${teamBeforeSql}
     from public.teams t join private.stream_states s on s.stream = 'team:' || t.id where t.id = $1`,
    [teamId],
  );
  return listMatchesAfter(row?.matches ?? [], true);
}
