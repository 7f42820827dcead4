import { type Draft, emit, getEntry, getMatch } from './draft.ts';
import type { LadderEventData } from './event.ts';
import { getFormat } from './formats/formats.ts';
import type { EntryId, MatchId, Side } from './ids.ts';
import { machine } from './machine.ts';
import { finishMatch, startRests } from './result.ts';
import type { MatchStatus, ResultReason } from './state.ts';

type Departure = 'entry_left' | 'entry_removed' | 'entry_suspended';

/**
 * What becomes of an entry's match when the entry goes: its own unanswered challenge is withdrawn, what is
 * reported or disputed is decided on its merits (null), what else is open is forfeited.
 */
export function findEndByLeaving(
  status: MatchStatus,
  side: Side,
): 'withdrawn' | 'forfeited' | null {
  if (!machine[status].holdsPlaces || status === 'reported') {
    return null;
  }
  return status === 'challenged' && side === 'challenger' ? 'withdrawn' : 'forfeited';
}

/** Clears an entry's open matches before it goes: its own challenge first, then as defender, then as challenger. */
function clearMatches(draft: Draft, entryId: EntryId, reason: Departure): void {
  withdrawChallenge(draft, getEntry(draft.state, entryId).challenging, reason);
  forfeitMatch(draft, getEntry(draft.state, entryId).challenged_by, 'defender', reason);
  forfeitMatch(draft, getEntry(draft.state, entryId).challenging, 'challenger', reason);
}

function endsBy(draft: Draft, matchId: MatchId, side: Side): ReturnType<typeof findEndByLeaving> {
  return findEndByLeaving(getMatch(draft.state, matchId).status, side);
}

function withdrawChallenge(draft: Draft, matchId: MatchId | null, reason: Departure): void {
  if (matchId === null || endsBy(draft, matchId, 'challenger') !== 'withdrawn') {
    return;
  }
  emit(draft, 'challenge_withdrawn', { reason }, matchId);
  startRests(draft, matchId);
}

function forfeitMatch(
  draft: Draft,
  matchId: MatchId | null,
  loser: Side,
  reason: ResultReason & Departure,
): void {
  if (matchId === null || endsBy(draft, matchId, loser) !== 'forfeited') {
    return;
  }
  finishMatch(draft, matchId, 'match_forfeited', {
    winner: loser === 'challenger' ? 'defender' : 'challenger',
    reason,
  });
}

export function leaveLadder(draft: Draft, entryId: EntryId, reason: 'left' | 'disbanded'): void {
  clearMatches(draft, entryId, 'entry_left');
  emit(draft, 'entry_left', {
    entry_id: entryId,
    reason,
    moves: getFormat(draft.state).leave(draft.state, getEntry(draft.state, entryId)),
  });
}

export function removeEntry(
  draft: Draft,
  entryId: EntryId,
  why: Pick<LadderEventData['entry_removed'], 'reason' | 'rule' | 'text'>,
): void {
  clearMatches(draft, entryId, 'entry_removed');
  emit(draft, 'entry_removed', {
    entry_id: entryId,
    ...why,
    moves: getFormat(draft.state).leave(draft.state, getEntry(draft.state, entryId)),
  });
}

/** A suspended entry leaves its rung like a removed one, and comes back at the bottom when its time is over. */
export function suspendEntry(
  draft: Draft,
  entryId: EntryId,
  why: Omit<LadderEventData['entry_suspended'], 'entry_id' | 'moves'>,
): void {
  clearMatches(draft, entryId, 'entry_suspended');
  emit(draft, 'entry_suspended', {
    entry_id: entryId,
    ...why,
    moves: getFormat(draft.state).leave(draft.state, getEntry(draft.state, entryId)),
  });
}

export function endSuspension(
  draft: Draft,
  entryId: EntryId,
  why: Pick<LadderEventData['suspension_ended'], 'rule' | 'text'>,
): void {
  const format = getFormat(draft.state);
  const entry = getEntry(draft.state, entryId);
  const { rung } = format.join(draft.state, entry.team_id ?? entry.person_id ?? '', draft.at);
  emit(draft, 'suspension_ended', { entry_id: entryId, rung, ...why });
}
