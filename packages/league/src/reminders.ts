import { toInstant } from './duration.ts';
import type { EntryId, Instant } from './ids.ts';
import type { Match } from './state.ts';

/** Somebody to remind of a challenge that waits for an answer. */
export interface Reminder {
  at: Instant;
  entry_id: EntryId;
  to: 'captain' | 'co_captains' | 'roster';
}

const steps = [
  [0.5, 'captain'],
  [0.75, 'co_captains'],
  [0.9, 'roster'],
] as const;

/** At half of the time to answer the captain is reminded, at three quarters the co-captains, at nine tenths the roster. */
export function listReminders(match: Match): Reminder[] {
  if (match.status !== 'challenged' || match.deadline === null) {
    return [];
  }
  const from = Date.parse(match.created_at);
  const length = Date.parse(match.deadline) - from;
  return steps.map(([part, to]) => ({
    at: toInstant(from + Math.round(length * part)),
    entry_id: match.defender_id,
    to,
  }));
}
