import type { Queryable } from '@muster/database';
import type { TeamState } from '@muster/league';
import { findStateDifference } from './state-difference.ts';

/** The first difference between a team's roster and what its log comes to. */
export async function compareRoster(
  queryable: Queryable,
  { team, members }: TeamState,
): Promise<string | null> {
  const rows = await queryable.query<{ person_id: string; role: string }>(
    'select person_id, role from public.rosters where team_id = $1 order by person_id',
    [team?.id ?? null],
  );
  const replayed = Object.values(members)
    .map(({ person_id, role }) => ({ person_id, role }))
    .sort((a, b) => a.person_id.localeCompare(b.person_id));
  return findStateDifference(`the roster of ${team?.name}`, rows, replayed);
}
