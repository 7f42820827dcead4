import type { MatchId } from './ids.ts';
import { isFinalStatus } from './machine.ts';
import type { LadderState, Match } from './state.ts';

/** Whether a match is in play, or a dispute or an appeal about it is open: only then can anything befall it unasked. */
export function isLive(
  { disputes, appeals }: Pick<LadderState, 'disputes' | 'appeals'>,
  { status, dispute_id, appeal_id }: Match,
): boolean {
  return (
    !isFinalStatus(status) ||
    disputes[dispute_id ?? '']?.status === 'open' ||
    appeals[appeal_id ?? '']?.status === 'open'
  );
}

/** In the order of the whole: a refusal names the first of several, and it is to be the same one. */
function pick<Member>(members: Record<string, Member>, ids: readonly (string | null)[]) {
  const wanted = new Set(ids);
  return Object.fromEntries(Object.entries(members).filter(([id]) => wanted.has(id)));
}

const count = ({ matches, disputes, appeals }: LadderState): number =>
  Object.keys(matches).length + Object.keys(disputes).length + Object.keys(appeals).length;

/**
 * A ladder's state without the matches that are over, and their disputes and appeals. The rules decide and
 * apply on it whatever they would on the whole state, as long as the match that a command names is there.
 */
export function toLiveState(state: LadderState, named?: MatchId): LadderState {
  const kept = Object.values(state.matches).filter(
    (match) => match.id === named || isLive(state, match),
  );
  const live = {
    ...state,
    matches: Object.fromEntries(kept.map((match) => [match.id, match])),
    disputes: pick(
      state.disputes,
      kept.map(({ dispute_id }) => dispute_id),
    ),
    appeals: pick(
      state.appeals,
      kept.map(({ appeal_id }) => appeal_id),
    ),
  };
  return count(live) === count(state) ? state : live;
}
