import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyLadder } from './apply.ts';
import { decideClock, findNextDeadline } from './clock.ts';
import type { LadderCommand } from './command.ts';
import type { LadderEvent } from './event.ts';
import { decideLadder } from './ladder.ts';
import { isLive, toLiveState } from './live.ts';
import type { LadderState } from './state.ts';
import { holds } from './testing/holds.ts';
import { teams, toCommand, toInstantOf } from './testing/random-play.ts';
import { type Step, stepArbitrary } from './testing/random-step.ts';
import { createVariant, type Variant, variants } from './testing/variants.ts';
import { getFacts, join, text, type World } from './testing/world.ts';

type ToLive = typeof toLiveState;

/** A game, and what is taken for live of its ladder. */
interface Play {
  world: World;
  toLive: ToLive;
}

/** As `toEqual`, which takes ten times as long for what is the same. */
function expectEqual(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) {
    expect(found).toEqual(wanted);
  }
}

/** Decides twice with the same ids at hand: on the whole state, and on what is live of it. */
function decideTwice<Result>(
  { world, toLive }: Play,
  named: string | undefined,
  decide: (state: LadderState) => Result,
) {
  const { ids } = world;
  const live = decide(toLive(world.state, named));
  world.ids = ids;
  const whole = decide(world.state);
  expectEqual(live, whole);
  return whole;
}

/** Applies events to the whole state and to what is live of it, and finds the same live state in both. */
function take(
  { world, toLive }: Play,
  named: string | undefined,
  events: readonly LadderEvent[],
): void {
  const live = events.reduce(applyLadder, toLive(world.state, named));
  world.state = events.reduce(applyLadder, world.state);
  world.events.push(...events);
  expectEqual(toLive(live), toLive(world.state));
  for (const id of Object.keys(live.matches)) {
    expectEqual(live.matches[id], world.state.matches[id]);
  }
}

function runClock(game: Play): void {
  const { world, toLive } = game;
  const context = { facts: getFacts(world) };
  for (;;) {
    expect(findNextDeadline(toLive(world.state))).toBe(findNextDeadline(world.state));
    const due = decideTwice(game, undefined, (state) => decideClock(state, world.now, context));
    if (due.length === 0) {
      return;
    }
    take(game, undefined, due);
  }
}

const toNamed = (command: LadderCommand) =>
  'match_id' in command && command.type !== 'challenge' ? command.match_id : undefined;

/** A season closes when nothing is open, or voids what is: no match is named, and none that waits may be forgotten. */
function closeSeason(game: Play): void {
  const { world } = game;
  for (const void_open of [false, true]) {
    const command = { type: 'close_season', void_open, reason: text('closed') } as const;
    const context = { at: world.now, actor: null, facts: getFacts(world), system: true as const };
    decideTwice(game, undefined, (state) => decideLadder(state, command, context));
  }
}

function play(
  { variant, steps }: { variant: Variant; steps: readonly Step[] },
  toLive: ToLive,
): World {
  const world = createVariant(variant);
  const game = { world, toLive };
  join(world, teams - 1);
  for (const step of steps) {
    world.now = toInstantOf(world, step);
    runClock(game);
    const asked = toCommand(world, step);
    if (!asked) {
      continue;
    }
    const { command, actor, isSystem } = asked;
    const system = isSystem ? { system: true as const } : {};
    const named = toNamed(command);
    const decision = decideTwice(game, named, (state) =>
      decideLadder(state, command, { at: world.now, actor, facts: getFacts(world), ...system }),
    );
    if (decision.ok) {
      take(game, named, decision.events);
    }
  }
  closeSeason(game);
  return world;
}

describe('what is live of a ladder', () => {
  let over = 0;
  holds(
    'is all that rules and clock ask for beside the match that a command names',
    (toLive: ToLive) =>
      fc.property(
        fc.record({
          variant: fc.constantFrom(...Object.keys(variants)),
          steps: fc.array(stepArbitrary, { minLength: 1, maxLength: 150, size: 'max' }),
        }),
        (game) => {
          const { state } = play(game, toLive);
          over += Object.values(state.matches).filter((match) => !isLive(state, match)).length;
        },
      ),
    {
      part: toLiveState,
      runs: 200,
      faults: {
        'were disputes forgotten': (state, named) => ({
          ...toLiveState(state, named),
          disputes: {},
        }),
        'were appeals forgotten': (state, named) => ({ ...toLiveState(state, named), appeals: {} }),
        'were the match forgotten that is named': (state) => toLiveState(state),
      },
    },
  );

  it('is less than all of it', () => {
    expect(over).toBeGreaterThan(200);
  });
});
