import type { Rules } from './rules.ts';

/** Who wants up, on how large a ladder. */
export interface Climber {
  rung: number;
  challenges_made: number;
}

/** How many rungs up a challenger may reach for one target. */
export function getReach({ reach }: Rules, climber: Climber, target: number, size: number): number {
  if (target <= reach.top) {
    return reach.topRungs;
  }
  const usual = Math.max(reach.rungs, Math.floor((climber.rung * reach.percent) / 100));
  if (climber.challenges_made >= reach.newEntryChallenges) {
    return usual;
  }
  return Math.max(usual, climber.rung - Math.ceil(size / 2));
}

/** Whether a target's rung lies above the challenger's and in its reach. */
export function isInReach(rules: Rules, climber: Climber, target: number, size: number): boolean {
  const distance = climber.rung - target;
  return distance > 0 && distance <= getReach(rules, climber, target, size);
}
