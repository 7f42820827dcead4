import type { Queryable } from '@muster/database';
import type { SiteCommand, StreamName } from '@muster/league';
import { executeAsSystem } from '../engine/execute.ts';
import type { League } from '../engine/league.ts';
import type { Unit } from '../engine/unit.ts';
import { forgetEvidence } from '../evidence/forget-evidence.ts';
import { listTeamLadders } from '../http/find.ts';

const asSystem = { isSystem: true };

/** What of the league hangs on a person. */
interface Ties {
  teams: { id: string; ladders: StreamName<'ladder'>[] }[];
  /** The ladders on which they drive for themselves. */
  own: StreamName<'ladder'>[];
}

async function findTies(queryable: Queryable, personId: string): Promise<Ties> {
  const teams = await queryable.query<{ id: string }>(
    `select team_id as id from public.rosters where person_id = $1
     union
     select substr(stream, 6)::uuid from private.stream_states
     where stream like 'team:%' and state -> 'requests' ? $1::text`,
    [personId],
  );
  const own = await queryable.query<{ stream: StreamName<'ladder'> }>(
    `select s.stream from public.entries e join public.seasons s on s.id = e.season_id
     where e.person_id = $1 and e.status in ('active', 'suspended') and s.status <> 'closed'`,
    [personId],
  );
  const withLadders = teams.map(async ({ id }) => ({
    id,
    ladders: await listTeamLadders(queryable, id),
  }));
  return { teams: await Promise.all(withLadders), own: own.map(({ stream }) => stream) };
}

const toStreams = ({ teams, own }: Ties): StreamName[] => [
  'site',
  ...teams.flatMap(({ id, ladders }): StreamName[] => [`team:${id}`, ...ladders]),
  ...own,
];

/** Holds everything that hangs on the person; what came to hang on them while we waited is held as well. */
async function holdTies(unit: Unit, personId: string): Promise<Ties> {
  let held: StreamName[] = [];
  for (;;) {
    const ties = await findTies(unit.transaction, personId);
    const wanted = toStreams(ties);
    if (wanted.every((name) => held.includes(name))) {
      return ties;
    }
    await unit.hold(wanted);
    held = wanted;
  }
}

/** The commands that end every office of a person. */
function listRevocations({ site }: Unit, personId: string): SiteCommand[] {
  const { admins, ladder_admins, editors } = site;
  const ladders = Object.keys(ladder_admins).filter((id) => ladder_admins[id]?.includes(personId));
  return [
    ...(admins.includes(personId)
      ? [{ type: 'revoke_site_admin', person_id: personId } as const]
      : []),
    ...ladders.map(
      (ladder_id) => ({ type: 'revoke_ladder_admin', person_id: personId, ladder_id }) as const,
    ),
    ...(editors.includes(personId)
      ? [{ type: 'revoke_editor', person_id: personId } as const]
      : []),
  ];
}

/**
 * Lets somebody go from everything that they are part of: a last captain's place passes on, or the team
 * disbands; entries of their own leave; offices end; evidence of theirs goes where it can serve nobody. It is never refused.
 */
export async function letGo(unit: Unit, personId: string): Promise<void> {
  const { teams, own } = await holdTies(unit, personId);
  for (const { id, ladders } of teams) {
    const member = { person_id: personId, why: 'deleted', leaves: true } as const;
    await unit.retireMember(id, member, ladders);
  }
  for (const stream of own) {
    await unit.decideLadder(stream, { type: 'retire_driver', person_id: personId }, asSystem);
  }
  for (const command of listRevocations(unit, personId)) {
    await unit.decideSite(command, asSystem);
  }
  await forgetEvidence(unit.transaction, { personId, at: unit.at });
  await unit.transaction.query('delete from private.departures where person_id = $1', [personId]);
}

/**
 * Passes on the place of a last captain who may not act any more, or disbands the team where nobody is
 * left; `decide` gives the ban or the suspension itself, once all that it may touch is held.
 */
export async function passCaptaincies(
  unit: Unit,
  { personId, why }: { personId: string; why: 'banned' | 'suspended' },
  decide: () => Promise<unknown>,
): Promise<void> {
  const { teams } = await holdTies(unit, personId);
  await decide();
  for (const { id, ladders } of teams) {
    await unit.retireMember(id, { person_id: personId, why, leaves: false }, ladders);
  }
}

/**
 * Lets those go whose accounts went without asking us: by the auth service's admin calls, or by hand. One
 * who cannot go keeps nobody else; all failures are told at the end.
 */
export async function letAllGo(league: League): Promise<void> {
  const gone = await league.database.query<{ person_id: string }>(
    'select person_id from private.departures order by left_at',
  );
  const failures: unknown[] = [];
  for (const { person_id } of gone) {
    await executeAsSystem(league, (unit) => letGo(unit, person_id)).catch((thrown: unknown) => {
      failures.push(new Error(`${person_id} could not be let go`, { cause: thrown }));
    });
  }
  if (failures.length > 0) {
    throw new AggregateError(failures, 'not everybody could be let go');
  }
}
