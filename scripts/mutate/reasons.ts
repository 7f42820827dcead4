import type { Reason } from './reason.ts';
import { challengeReasons } from './reasons/challenge.ts';
import { checkInReasons } from './reasons/check-in.ts';
import { clockReasons } from './reasons/clock.ts';
import { defaultTimeReasons } from './reasons/default-time.ts';
import { forfeitReasons } from './reasons/forfeit.ts';
import { idleReasons } from './reasons/idle.ts';
import { joinReasons } from './reasons/join.ts';
import { ratingReasons } from './reasons/rating.ts';
import { rulesSchemaReasons } from './reasons/rules-schema.ts';
import { rungReasons } from './reasons/rung.ts';
import { scheduleReasons } from './reasons/schedule.ts';
import { seasonReasons } from './reasons/season.ts';
import { timeAttackReasons } from './reasons/time-attack.ts';

/** Why some mutants survive, file by file. */
export const reasons: readonly Reason[] = [
  ...challengeReasons,
  ...checkInReasons,
  ...clockReasons,
  ...defaultTimeReasons,
  ...forfeitReasons,
  ...idleReasons,
  ...joinReasons,
  ...ratingReasons,
  ...rulesSchemaReasons,
  ...rungReasons,
  ...scheduleReasons,
  ...seasonReasons,
  ...timeAttackReasons,
];
