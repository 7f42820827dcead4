import { isStoppedBeforeStart } from './apply-match.ts';
import { type Draft, emit, getEntry, getMatch, getRules } from './draft.ts';
import { addDuration, laterOf, toInstant } from './duration.ts';
import type { Instant, MatchId, Side } from './ids.ts';
import { refuse } from './refusal.ts';
import { finishMatch } from './result.ts';
import { getEntryId, getOtherSide } from './sides.ts';
import type { Match } from './state.ts';

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
    { by: side, deadline: getResumedDeadline(match, forfeit, draft.at) },
    match.id,
  );
}

/** Clocks that were stopped go on with what they had left; what is tied to the start stays tied to it. */
function getResumedDeadline(
  match: Match,
  forfeit: { at: Instant; stopped_deadline: Instant | null },
  at: Instant,
): Instant | null {
  const stopped = forfeit.stopped_deadline;
  if (stopped === null) {
    return null;
  }
  if (isStoppedBeforeStart(match)) {
    return laterOf(stopped, at);
  }
  return toInstant(Date.parse(stopped) + Date.parse(at) - Date.parse(forfeit.at));
}

export function completeForfeit(draft: Draft, matchId: MatchId): void {
  const by = getMatch(draft.state, matchId).forfeit?.by ?? 'challenger';
  finishMatch(draft, matchId, 'match_forfeited', {
    winner: getOtherSide(by),
    reason: 'own_forfeit',
    rule: 'forfeit.takeBackWithin',
  });
}
