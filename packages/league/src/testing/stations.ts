import type { LadderCommand } from '../command.ts';
import type { Actor } from '../context.ts';
import type { Instant } from '../ids.ts';
import type { Match, RulingOutcome } from '../state.ts';
import { act, asPerson, captain, goLive, judge, scores, start, text, type World } from './world.ts';

/**
 * A match of team 4, the challenger, against team 2, the defender, on its way: on a ladder of six, at the
 * instant at which it got so far.
 */
export const onMatch = { match_id: 'match' } as const;

/** Rules under which nobody grows idle in the time of a row. */
export const notIdle = {
  idle: { warnAfter: 'P100D', dropAfter: 'P120D', removeAfter: 'P150D' },
};

export const coCaptain = (team: number): Actor =>
  asPerson(`team${team}-b`, { [`team${team}`]: 'co_captain' });
export const player = (team: number): Actor =>
  asPerson(`team${team}-c`, { [`team${team}`]: 'player' });
/** Signed in, and nothing else. */
export const stranger: Actor = asPerson('stranger');

export function getMatch(world: World, id = 'match'): Match {
  const match = world.state.matches[id];
  if (!match) {
    throw new Error(`No match ${id}`);
  }
  return match;
}

export const report = (challenger: number, defender: number): LadderCommand => ({
  type: 'report',
  ...onMatch,
  scores: scores(challenger, defender),
});
export const dispute = (id = 'dispute'): LadderCommand => ({
  type: 'dispute',
  ...onMatch,
  dispute_id: id,
  statement: text('statement'),
});
export const rule = (outcome: RulingOutcome): LadderCommand & { type: 'rule' } => ({
  type: 'rule',
  ...onMatch,
  outcome,
  rule: 'report.confirmWithin',
  reason: text('reason'),
});
export const appeal = (id = 'appeal'): LadderCommand => ({
  type: 'appeal',
  ...onMatch,
  appeal_id: id,
  statement: text('appeal'),
});

export function startLive(rules: unknown = {}): World {
  const world = start(6, rules);
  goLive(world, 4, 2);
  return world;
}

/** The challenger says that it won by two maps to one. */
export function startReported(rules: unknown = {}): World {
  const world = startLive(rules);
  act(world, captain(4), report(2, 1));
  return world;
}

/** The defender reports that it has won by two maps to one. */
export function startDiffering(rules: unknown = {}): World {
  const world = startReported(rules);
  act(world, captain(2), report(1, 2));
  return world;
}

/** The defender says so too. */
export function startCompleted(rules: unknown = {}): World {
  const world = startReported(rules);
  act(world, captain(2), { type: 'confirm_report', ...onMatch });
  return world;
}

/** The defender says otherwise. */
export function startDisputed(rules: unknown = {}): World {
  const world = startReported(rules);
  act(world, captain(2), dispute());
  return world;
}

/** The defender, which lost, disputes the result. */
export function startResultDisputed(rules: unknown = {}): World {
  const world = startCompleted(rules);
  act(world, captain(2), dispute());
  return world;
}

/** A judge has upheld the challenger's report. */
export function startRuled(rules: unknown = {}): World {
  const world = startDisputed(rules);
  act(world, judge, rule({ kind: 'upheld' }));
  return world;
}

/** The defender has appealed against that. */
export function startAppealed(rules: unknown = {}): World {
  const world = startRuled(rules);
  act(world, captain(2), appeal());
  return world;
}

/** The world at another instant; the clock has its turn when something is asked. */
export function at(world: World, instant: Instant): World {
  world.now = instant;
  return world;
}
