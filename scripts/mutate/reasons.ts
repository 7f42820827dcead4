import type { Reason } from './reason.ts';
import { challengeReasons } from './reasons/challenge.ts';
import { checkInReasons } from './reasons/check-in.ts';
import { clockReasons } from './reasons/clock.ts';
import { joinReasons } from './reasons/join.ts';

/** Why some mutants survive, file by file. */
export const reasons: readonly Reason[] = [
  ...challengeReasons,
  ...checkInReasons,
  ...clockReasons,
  ...joinReasons,
];
