import type { Instant } from '@muster/league';
import type { MatchData } from './data.ts';
import { hasVetoTurns } from './match-step.ts';

const steps = ['challenged', 'times', 'maps', 'check_in', 'live', 'reported', 'done'] as const;
export type Step = (typeof steps)[number];

export interface StepOfMatch {
  step: Step;
  look: 'past' | 'now' | 'ahead';
  /** When it was reached; null for one that was not, whatever came after it. */
  at: Instant | null;
}

const current: Partial<Record<MatchData['status'], Step>> = {
  challenged: 'challenged',
  offered: 'times',
  countered: 'times',
  checking_in: 'check_in',
  veto: 'maps',
  live: 'live',
  reported: 'reported',
  disputed: 'reported',
};

const reachedBy: Record<Exclude<Step, 'challenged' | 'done'>, readonly string[]> = {
  times: ['match_scheduled', 'match_rescheduled'],
  maps: ['veto_turn_taken', 'match_scheduled'],
  check_in: ['checked_in', 'check_in_opened'],
  live: ['match_started'],
  reported: ['match_reported'],
};

/** The steps of a match in their order, each with when it was reached. */
export function listSteps(data: MatchData): StepOfMatch[] {
  const now = findCurrent(data);
  const place = now === null ? steps.length : steps.indexOf(now);
  return steps.map((step, index) => {
    const isNow = index === place;
    const isBegun = index < place || step === 'challenged';
    const at = isBegun ? findReached(data, step) : null;
    const past = at === null ? 'ahead' : 'past';
    return { step, look: isNow ? 'now' : past, at };
  });
}

/** How much of the line is done, from 0 to 1; a match that was cut short ends at the last step that it reached. */
export function measureSteps(
  { status }: Pick<MatchData, 'status'>,
  listed: readonly StepOfMatch[],
): number {
  const now = listed.findIndex(({ look }) => look === 'now');
  if (now !== -1) {
    return (now + 0.4) / listed.length;
  }
  const last = listed.slice(0, -1).findLastIndex(({ look }) => look === 'past');
  return status === 'completed' ? 1 : (last + 1) / listed.length;
}

function findReached(data: MatchData, step: Step): Instant | null {
  if (step === 'challenged') {
    return data.challenged_at;
  }
  if (step === 'done') {
    return data.ended_at;
  }
  // The hour is set before the first turn of a veto: it says nothing of the maps then.
  if (step === 'maps' && hasVetoTurns(data)) {
    return null;
  }
  return data.log.findLast(({ type }) => reachedBy[step].includes(type))?.at ?? null;
}

function findCurrent(data: MatchData): Step | null {
  const { status, maps, rules, time } = data;
  if (status === 'veto' && !hasVetoTurns(data)) {
    return 'check_in';
  }
  if (status !== 'scheduled') {
    return current[status] ?? null;
  }
  if (time === null) {
    return 'times';
  }
  const isOpen = rules.maps.pool.length > 0 && maps.length < rules.maps.count;
  return isOpen ? 'maps' : 'check_in';
}
