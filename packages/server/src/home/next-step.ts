import type { Role } from '@muster/league';
import type { NextStep } from '@muster/site/pages/home/data.ts';
import type { Matter } from '@muster/site/pages/me/matter.ts';

const isOfficer = (role: Role) => role === 'captain' || role === 'co_captain';

/** What a person should do now: the first of what concerns them; where nothing does, how they come to a match. */
export function findNextStep(
  matters: readonly Matter[],
  entries: readonly OwnEntryRow[],
): NextStep {
  return matters[0] ?? findTeamStep(entries);
}

function findTeamStep(entries: readonly OwnEntryRow[]): NextStep {
  const led = entries.filter(({ role }) => isOfficer(role));
  const onLadder = led.find(({ ladder_slug }) => ladder_slug !== null);
  if (onLadder?.ladder_slug != null) {
    return {
      kind: 'challenge',
      team: { slug: onLadder.team_slug, name: onLadder.team_name },
      ladder: { slug: onLadder.ladder_slug, name: onLadder.ladder_name ?? '' },
      rung: onLadder.rung,
    };
  }
  const captained = led.find(({ role }) => role === 'captain');
  if (captained !== undefined) {
    return {
      kind: 'join_ladder',
      team: { slug: captained.team_slug, name: captained.team_name },
    };
  }
  const first = entries[0];
  if (first === undefined) {
    return { kind: 'find_team' };
  }
  return { kind: 'wait_for_captain', team: { slug: first.team_slug, name: first.team_name } };
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
