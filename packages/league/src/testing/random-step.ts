import fc from 'fast-check';
import type { LadderCommand } from '../command.ts';
import type { Actor } from '../context.ts';
import type { Side } from '../ids.ts';
import { getEntryId } from '../sides.ts';
import type { Match } from '../state.ts';
import { captain, type World } from './world.ts';

/** One random step: what to do, and numbers that choose whom, which and when. */
export interface Step {
  kind: keyof typeof weights;
  a: number;
  b: number;
  c: number;
}

const weights = {
  next: 40,
  challenge: 8,
  tick: 18,
  wait: 3,
  odd: 5,
  forfeit: 2,
  dispute: 5,
  rule: 5,
  appeal: 4,
  rest: 2,
  leave: 1,
  join: 3,
  admit: 1,
  admin: 1,
  move: 4,
  outage: 1,
  stranger: 2,
} as const;
const kinds = (Object.keys(weights) as (keyof typeof weights)[]).flatMap((kind) =>
  Array.from({ length: weights[kind] }, () => kind),
);

export const stepArbitrary: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  a: fc.nat(1000),
  b: fc.nat(1000),
  c: fc.nat(1000),
});

export type Asked = { actor: Actor | null; command: LadderCommand; isSystem?: boolean } | null;

export const pick = <Value>(values: readonly Value[], index: number): Value | undefined =>
  values[index % Math.max(values.length, 1)];

export function toCaptain(world: World, match: Match, side: Side): Actor {
  return captain(Number(world.state.entries[getEntryId(match, side)]?.team_id?.slice(4) ?? 0));
}
