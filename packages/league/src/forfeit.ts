import { isStoppedBeforeStart } from './apply-match.ts';
import { type Draft, emit, getEntry, getMatch, getRules } from './draft.ts';
import { addDuration, laterOf, toInstant } from './duration.ts';
import type { Duration, Instant, MatchId, Side } from './ids.ts';
import { refuse } from './refusal.ts';
import { finishMatch } from './result.ts';
import type { Rules } from './rules.ts';
import { bothSides, getEntryId, getOtherSide } from './sides.ts';
import type { Match } from './state.ts';
import { findVetoStep } from './veto.ts';

/** One's own forfeit: named, announced, and for ten minutes to be taken back. */
export function announceForfeit(draft: Draft, match: Match, side: Side, typed: string): void {
  const opponent = getEntry(draft.state, getEntryId(match, getOtherSide(side))).name;
  if (typed.trim().toLowerCase() !== opponent.trim().toLowerCase()) {
    refuse('wrong_opponent', { opponent }, 'opponent');
  }
  emit(
    draft,
    'forfeit_announced',
    { by: side, effective_at: addDuration(draft.at, getRules(draft.state).forfeit.takeBackWithin) },
    match.id,
  );
}

/** Once a match for each side, so that nobody stops the clocks again and again. */
export function takeBackForfeit(draft: Draft, match: Match, side: Side): void {
  const { forfeit } = match;
  if (forfeit?.by !== side) {
    refuse('nothing_asked', {});
  }
  if (match.taken_back.includes(side)) {
    refuse('take_back_used', {});
  }
  emit(
    draft,
    'forfeit_taken_back',
    { by: side, deadline: getResumedDeadline(draft, match, forfeit) },
    match.id,
  );
}

/**
 * Clocks that were stopped go on with what they had left, or with a whole turn where nobody could take one while they
 * stood; what is tied to the start stays tied to it.
 */
function getResumedDeadline(
  draft: Draft,
  match: Match,
  forfeit: { at: Instant; stopped_deadline: Instant | null },
): Instant | null {
  const stopped = forfeit.stopped_deadline;
  if (stopped === null) {
    return null;
  }
  const least = findLeast(getRules(draft.state), match);
  if (least === null && isStoppedBeforeStart(match)) {
    return laterOf(stopped, draft.at);
  }
  const rest = toInstant(Date.parse(stopped) + Date.parse(draft.at) - Date.parse(forfeit.at));
  return least === null ? rest : laterOf(rest, addDuration(draft.at, least));
}

/** How long whoever still has to check in or to take a veto's turn has at least, since without it they lose by the clock. */
function findLeast(rules: Rules, match: Match): Duration | null {
  if (match.status === 'checking_in') {
    const isComplete = bothSides.every((side) => match.check_ins[side] !== null);
    return isComplete ? null : rules.checkIn.closes;
  }
  return match.status === 'veto' && findVetoStep(rules, match) !== null ? rules.maps.turn : null;
}

export function completeForfeit(draft: Draft, matchId: MatchId): void {
  const by = getMatch(draft.state, matchId).forfeit?.by ?? 'challenger';
  finishMatch(draft, matchId, 'match_forfeited', {
    winner: getOtherSide(by),
    reason: 'own_forfeit',
    rule: 'forfeit.takeBackWithin',
  });
}
