import type { StreamName } from '@muster/league';
import type { Unit } from '../engine/unit.ts';
import { type FoundTeam, getTeam, listTeamLadders } from '../http/find.ts';

interface HeldTeam {
  team: FoundTeam;
  ladders: StreamName<'ladder'>[];
}

/**
 * Holds a team's stream with those of the ladders that it stands on. A ladder that it joined while we
 * waited for the locks is held as well: what happens to the team must not pass it by.
 */
export async function holdTeam(unit: Unit, slug: string): Promise<HeldTeam> {
  const team = await getTeam(unit.transaction, slug);
  const before = await listTeamLadders(unit.transaction, team.id);
  await unit.hold([`team:${team.id}`, ...before]);
  const ladders = await listTeamLadders(unit.transaction, team.id);
  if (ladders.some((ladder) => !before.includes(ladder))) {
    await unit.hold([`team:${team.id}`, ...ladders]);
  }
  return { team, ladders };
}
