import { type Draft, emit, getRules } from './draft.ts';
import { addDuration, isInstant, subtractDuration, toDuration, toInstant } from './duration.ts';
import type { Instant } from './ids.ts';
import { requireSystem } from './permissions.ts';
import { refuse } from './refusal.ts';
import type { Rules } from './rules.ts';
import type { Match } from './state.ts';

/** The server stood still: every open deadline, start and check-in window that the gap touched moves by its length. */
export function extendDeadlines(draft: Draft, gap: { from: Instant; until: Instant }): void {
  requireSystem(draft);
  if (!isInstant(gap.from) || !isInstant(gap.until) || gap.until <= gap.from) {
    refuse('field_invalid', { field: 'until' }, 'until');
  }
  const length = Date.parse(gap.until) - Date.parse(gap.from);
  const later = (instant: Instant) => toInstant(Date.parse(instant) + length);
  const matches = Object.values(draft.state.matches).flatMap((match) => {
    const { deadline, forfeit } = match;
    if (deadline === null) {
      return [];
    }
    // A forfeit that counted before the gap has decided the match, whose start moves no more.
    if (forfeit !== null && deadline < gap.from) {
      return [];
    }
    const isStartMoved = isWindowTouched(getRules(draft.state), match, gap);
    // `scheduled` only waits for its window; any other deadline is a time to answer, which ran during the gap.
    const isAnswer = match.status !== 'scheduled' || forfeit !== null;
    const isTouched = isAnswer && deadline >= gap.from;
    if (!isStartMoved && !isTouched) {
      return [];
    }
    return [
      {
        match_id: match.id,
        deadline: later(deadline),
        starts_at: isStartMoved && match.time ? later(match.time.starts_at) : null,
      },
    ];
  });
  if (matches.length > 0) {
    emit(draft, 'deadlines_extended', {
      from: gap.from,
      until: gap.until,
      length: toDuration(length),
      matches,
    });
  }
}

/** From the opening of the check-in to its close; a match that has begun keeps its start. */
function isWindowTouched(
  { checkIn }: Rules,
  match: Match,
  gap: { from: Instant; until: Instant },
): boolean {
  const isWaiting =
    match.status === 'scheduled' || match.status === 'checking_in' || match.status === 'veto';
  if (!isWaiting || !match.time) {
    return false;
  }
  const { starts_at } = match.time;
  return (
    subtractDuration(starts_at, checkIn.opens) <= gap.until &&
    addDuration(starts_at, checkIn.closes) >= gap.from
  );
}
