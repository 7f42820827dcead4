import { toInstant } from './duration.ts';
import type { EntryId, Instant } from './ids.ts';
import type { LadderState, Match } from './state.ts';
import { listSideActs } from './waiting.ts';

/** Somebody to remind of a challenge that waits for an answer. */
export interface Reminder {
  at: Instant;
  /** When it is too late to answer. */
  until: Instant;
  entry_id: EntryId;
  to: 'captain' | 'co_captains' | 'roster';
}

const steps = [
  [0.5, 'captain'],
  [0.75, 'co_captains'],
  [0.9, 'roster'],
] as const;

/** At half of the time to answer the captain is reminded, at three quarters the co-captains, at nine tenths the roster. */
export function listReminders(state: LadderState, match: Match): Reminder[] {
  const { ladder, season } = state;
  if (ladder === null || season === null) {
    return [];
  }
  const from = Date.parse(match.created_at);
  const acts = listSideActs({
    ...{ match, rules: season.rules, format: ladder.format },
    ...{ ends_at: season.ends_at, dispute: null },
    ...{ side: 'defender', now: match.created_at },
  });
  const until = acts.find(({ act }) => act === 'answer')?.until ?? null;
  if (until === null) {
    return [];
  }
  const length = Date.parse(until) - from;
  return steps.map(([part, to]) => ({
    at: toInstant(from + Math.round(length * part)),
    until,
    entry_id: match.defender_id,
    to,
  }));
}
