import type { TeamCommand } from './command.ts';
import type { DecideContext, Decision } from './context.ts';
import type { TeamEvent } from './event.ts';
import type { TeamState } from './state.ts';

/** A team that nobody has founded yet. */
export const emptyTeam: TeamState = {
  team: null,
  members: {},
  former: [],
  invites: {},
  requests: {},
};

/** Decides a command on a team. What follows on ladders: `listLadderConsequences`. */
export function decideTeam(
  _state: TeamState,
  command: TeamCommand,
  _context: DecideContext,
): Decision<TeamEvent> {
  throw new Error(`Not decided yet: ${command.type}`);
}

/** The team after one event. */
export function applyTeam(_state: TeamState, event: TeamEvent): TeamState {
  throw new Error(`Not applied yet: ${event.type}`);
}
