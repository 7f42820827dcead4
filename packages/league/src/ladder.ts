import type { LadderCommand } from './command.ts';
import type { DecideContext, Decision } from './context.ts';
import type { LadderEvent } from './event.ts';
import type { Instant } from './ids.ts';
import type { LadderState } from './state.ts';

/** A ladder of which nothing has happened yet. */
export const emptyLadder: LadderState = {
  ladder: null,
  season: null,
  next_rules: null,
  previous_order: [],
  entries: {},
  size: 0,
  matches: {},
  disputes: {},
  appeals: {},
  runs: {},
};

/** Decides a command at `context.at`; every deadline due by then must have been applied (`decideClock`). */
export function decideLadder(
  _state: LadderState,
  command: LadderCommand,
  _context: DecideContext,
): Decision<LadderEvent> {
  throw new Error(`Not decided yet: ${command.type}`);
}

/** The state after one event. What the event does not touch keeps its identity. */
export function applyLadder(_state: LadderState, event: LadderEvent): LadderState {
  throw new Error(`Not applied yet: ${event.type}`);
}

/** The next overdue step by (deadline, id), its events dated at the deadline; empty when nothing is due at `now`. */
export function decideClock(
  _state: LadderState,
  _now: Instant,
  _context: Omit<DecideContext, 'at' | 'actor'>,
): LadderEvent[] {
  return [];
}

/** When the clock next has something to do on this ladder. */
export function findNextDeadline(_state: LadderState): Instant | null {
  return null;
}

/** Whether the decision reads `facts.log`: rulings and appeals that may overturn a result. */
export function needsLog(command: LadderCommand): boolean {
  return command.type === 'rule' || command.type === 'decide_appeal';
}
