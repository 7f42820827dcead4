import type { Reason } from './reason.ts';
import { applyResultReasons } from './reasons/apply-result.ts';
import { challengeReasons } from './reasons/challenge.ts';
import { checkInReasons } from './reasons/check-in.ts';
import { clockReasons } from './reasons/clock.ts';
import { defaultTimeReasons } from './reasons/default-time.ts';
import { disputeReasons } from './reasons/dispute.ts';
import { forfeitReasons } from './reasons/forfeit.ts';
import { idleReasons } from './reasons/idle.ts';
import { joinReasons } from './reasons/join.ts';
import { ladderReasons } from './reasons/ladder.ts';
import { outageReasons } from './reasons/outage.ts';
import { ratingReasons } from './reasons/rating.ts';
import { recomputeReasons } from './reasons/recompute.ts';
import { remindersReasons } from './reasons/reminders.ts';
import { removalReasons } from './reasons/removal.ts';
import { reportReasons } from './reasons/report.ts';
import { resultReasons } from './reasons/result.ts';
import { rulesSchemaReasons } from './reasons/rules-schema.ts';
import { rulingReasons } from './reasons/ruling.ts';
import { runReasons } from './reasons/run.ts';
import { rungReasons } from './reasons/rung.ts';
import { scheduleReasons } from './reasons/schedule.ts';
import { scoreReasons } from './reasons/score.ts';
import { seasonReasons } from './reasons/season.ts';
import { siteReasons } from './reasons/site.ts';
import { teamReasons } from './reasons/team.ts';
import { timeAttackReasons } from './reasons/time-attack.ts';
import { transferReasons } from './reasons/transfer.ts';
import { vetoReasons } from './reasons/veto.ts';

/** Why some mutants survive, file by file. */
export const reasons: readonly Reason[] = [
  ...applyResultReasons,
  ...challengeReasons,
  ...checkInReasons,
  ...clockReasons,
  ...defaultTimeReasons,
  ...disputeReasons,
  ...forfeitReasons,
  ...idleReasons,
  ...joinReasons,
  ...ladderReasons,
  ...outageReasons,
  ...ratingReasons,
  ...recomputeReasons,
  ...remindersReasons,
  ...removalReasons,
  ...reportReasons,
  ...resultReasons,
  ...rulesSchemaReasons,
  ...rulingReasons,
  ...runReasons,
  ...rungReasons,
  ...scheduleReasons,
  ...scoreReasons,
  ...seasonReasons,
  ...siteReasons,
  ...teamReasons,
  ...timeAttackReasons,
  ...transferReasons,
  ...vetoReasons,
];
