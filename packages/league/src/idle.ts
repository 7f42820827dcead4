import { isFree } from './challenge.ts';
import { type Draft, emit, getEntry, getRules } from './draft.ts';
import { addDuration } from './duration.ts';
import { getFormat } from './formats/formats.ts';
import { listMovesTo } from './formats/rung.ts';
import type { EntryId, Instant } from './ids.ts';
import { removeEntry } from './removal.ts';
import { findDueRest } from './rest.ts';
import type { Rules } from './rules.ts';
import type { Entry, LadderState } from './state.ts';

/** When the clock next looks at an entry that neither plays nor challenges; null where none does. */
export function findIdleDeadline(state: LadderState, entry: Entry): Instant | null {
  const { season } = state;
  if (entry.status !== 'active' || season?.status !== 'open' || !getFormat(state).dropsIdle) {
    return null;
  }
  const due = addDuration(toBase(entry, season.opened_at), getStep(entry, season.rules));
  return due < season.ends_at ? due : null;
}

/** Nobody could play before the season opened. */
const toBase = (entry: Entry, openedAt: Instant | null): Instant =>
  openedAt && openedAt > entry.active_at ? openedAt : entry.active_at;

function getStep(entry: Entry, { idle }: Rules): string {
  if (entry.idle_warned_at === null) {
    return idle.warnAfter;
  }
  return entry.idle_dropped_at === null ? idle.dropAfter : idle.removeAfter;
}

/** Warned, then down some rungs, then out, unless there is an excuse. */
export function judgeIdleness(draft: Draft, entryId: EntryId): void {
  const { state, at } = draft;
  const entry = getEntry(state, entryId);
  const { idle } = getRules(state);
  const excuse = findExcuse(state, entry, at);
  if (excuse) {
    emit(draft, 'idle_excused', { entry_id: entryId, reason: excuse, rule: getIdleRule(entry) });
  } else if (entry.idle_warned_at === null) {
    const base = toBase(entry, state.season?.opened_at ?? null);
    emit(draft, 'idle_warned', {
      entry_id: entryId,
      drops_at: addDuration(base, idle.dropAfter),
      rule: 'idle.warnAfter',
    });
  } else if (entry.idle_dropped_at === null) {
    const target = Math.min(state.size, (entry.rung ?? state.size) + idle.dropRungs);
    emit(draft, 'idle_dropped', {
      entry_id: entryId,
      moves: listMovesTo(state, entry, target),
      rule: 'idle.dropAfter',
    });
  } else {
    removeEntry(draft, entryId, { reason: 'idle', rule: 'idle.removeAfter', text: null });
  }
}

function getIdleRule(entry: Entry): 'idle.warnAfter' | 'idle.dropAfter' | 'idle.removeAfter' {
  if (entry.idle_warned_at === null) {
    return 'idle.warnAfter';
  }
  return entry.idle_dropped_at === null ? 'idle.dropAfter' : 'idle.removeAfter';
}

function findExcuse(
  state: LadderState,
  entry: Entry,
  at: Instant,
): 'resting' | 'in_match' | 'nobody_free' | null {
  if (findDueRest(entry, at)) {
    return 'resting';
  }
  if (entry.challenging !== null || entry.challenged_by !== null) {
    return 'in_match';
  }
  const isChallenged = (entry.challenged_at ?? '') > entry.active_at;
  return isChallenged || hasFreeTarget(state, entry, at) ? null : 'nobody_free';
}

/** Too few people of one's own are no excuse: nobody else keeps such an entry from playing. */
function hasFreeTarget(state: LadderState, entry: Entry, at: Instant): boolean {
  return Object.values(state.entries).some(
    (target) =>
      target.rung !== null && target.rung < (entry.rung ?? 0) && isFree(state, entry, target, at),
  );
}
