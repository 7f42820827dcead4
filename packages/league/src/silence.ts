import { addDuration } from './duration.ts';
import type { FormatName, Instant } from './ids.ts';
import type { Rules } from './rules.ts';

/** Whether who answers at an instant can still name a time: in the last of a season none is left that is far enough ahead. */
export const isTimeLeft = (rules: Rules, seasonEnd: Instant, at: Instant): boolean =>
  addDuration(at, rules.schedule.earliest) < seasonEnd;

interface Unanswered {
  rules: Rules;
  format: FormatName;
  /** The end of the season. */
  ends_at: Instant;
  match: { is_rematch: boolean; deadline: Instant | null };
}

/**
 * Whether a challenge is lost by silence: on ladders of rungs where the rules say so, as long as it could have been
 * accepted until its deadline. A rematch, and what nobody could have played any more, only lapses.
 */
export const isLostBySilence = ({ rules, format, ends_at, match }: Unanswered): boolean =>
  rules.challenge.unanswered === 'forfeit' &&
  format === 'rung' &&
  !match.is_rematch &&
  match.deadline !== null &&
  isTimeLeft(rules, ends_at, match.deadline);
