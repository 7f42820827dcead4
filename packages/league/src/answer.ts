import { getEntry, requireEnough } from './draft.ts';
import { findRefusal, type Refusal, refuse } from './refusal.ts';
import type { Rules } from './rules.ts';
import type { LadderState, Match } from './state.ts';

/** A challenge that waits for an answer, with the entries of both its sides and the rules of its season. */
interface Asked {
  entries: LadderState['entries'];
  rules: Rules;
  match: Pick<Match, 'challenger_id' | 'defender_id' | 'is_rematch'>;
}

/** A side that cannot play has to fill its roster before it accepts. */
export function requireAcceptable({ entries, rules, match }: Asked): void {
  requireEnough(rules, getEntry({ entries }, match.defender_id).players.length);
}

/** So many a season, no entry twice; a rematch is declined freely. */
export function requireDeclinable({ entries, rules, match }: Asked): void {
  if (match.is_rematch) {
    return;
  }
  const challenger = getEntry({ entries }, match.challenger_id);
  const { declined } = getEntry({ entries }, match.defender_id);
  const limit = rules.challenge.declines;
  if (declined.includes(challenger.id)) {
    refuse('decline_repeated', { entry: challenger.name });
  }
  if (declined.length >= limit) {
    refuse('decline_used', { limit });
  }
}

/** Why a challenge cannot be accepted now, or not declined, whoever asks; null where it can. */
export const findAnswerRefusals = (asked: Asked): Record<'accept' | 'decline', Refusal | null> => ({
  accept: findRefusal(() => requireAcceptable(asked)),
  decline: findRefusal(() => requireDeclinable(asked)),
});
