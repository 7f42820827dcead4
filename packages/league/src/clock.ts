import { closeCheckIn, openCheckIn } from './check-in.ts';
import type { DecideContext } from './context.ts';
import { voidDisputeByClock } from './dispute.ts';
import { createDraft, type Draft } from './draft.ts';
import { subtractDuration } from './duration.ts';
import type { LadderEvent } from './event.ts';
import { completeForfeit } from './forfeit.ts';
import { findIdleDeadline, judgeIdleness } from './idle.ts';
import type { EntryId, Instant, MatchId } from './ids.ts';
import { endSuspension } from './removal.ts';
import { reportByClock } from './report.ts';
import { endRest, startDueRest } from './rest.ts';
import { upholdByClock } from './ruling.ts';
import { answerByClock, scheduleByDefault } from './schedule.ts';
import type { Entry, LadderState, Match, OpenStatus } from './state.ts';
import { takeTurnByClock } from './veto.ts';

/** Something that the clock does by itself at an instant. */
interface Step {
  due: Instant;
  /** Of the match or the entry: equal instants go in the order of ids. */
  id: string;
  take: (draft: Draft) => void;
}

interface ClockContext extends Pick<DecideContext, 'facts'> {
  /** When the last line of the log was written: what was due before and could not be done then is dated at it. */
  last?: Instant | null;
}

/** What the clock does in each open status. */
const clock: Record<OpenStatus, (draft: Draft, matchId: MatchId) => void> = {
  challenged: answerByClock,
  offered: scheduleByDefault,
  countered: scheduleByDefault,
  scheduled: openCheckIn,
  checking_in: closeCheckIn,
  // Where no turn is left, this begins the match.
  veto: takeTurnByClock,
  live: reportByClock,
  reported: reportByClock,
  disputed: voidDisputeByClock,
};

/**
 * The next overdue step by (deadline, id), its events dated at the deadline, but never before `last`: a silence of the
 * server moves the deadlines of matches, and not a rest's end within it. Empty when nothing is due at `now`.
 */
export function decideClock(
  state: LadderState,
  now: Instant,
  context: ClockContext,
): LadderEvent[] {
  return takeStep(state, findFirst(listSteps(state, now)), context);
}

function findFirst(steps: Iterable<Step>): Step | null {
  let next: Step | null = null;
  for (const step of steps) {
    if (!next || step.due < next.due || (step.due === next.due && step.id < next.id)) {
      next = step;
    }
  }
  return next;
}

function takeStep(
  state: LadderState,
  step: Step | null,
  { facts, last }: ClockContext,
): LadderEvent[] {
  if (!step) {
    return [];
  }
  const at = last && last > step.due ? last : step.due;
  const draft = createDraft(state, { at, actor: null, facts });
  step.take(draft);
  return draft.events;
}

/** A deadline of a match or an entry. */
export type Due = Pick<Step, 'due' | 'id'>;

/** When the clock next has something to do for one match or entry: for who keeps an index of them. */
export function findDue(state: LadderState, id: MatchId | EntryId): Instant | null {
  return findFirst(listStepsOf(state, id))?.due ?? null;
}

/** The same as `decideClock` for who knows already which match or entry is next. */
export function decideDue(state: LadderState, { id }: Due, context: ClockContext): LadderEvent[] {
  return takeStep(state, findFirst(listStepsOf(state, id)), context);
}

function* listStepsOf(state: LadderState, id: MatchId | EntryId): Generator<Step> {
  if (state.season?.status !== 'open') {
    return;
  }
  const match = state.matches[id];
  const entry = state.entries[id];
  if (match?.deadline) {
    yield toMatchStep(match, match.deadline);
  }
  if (match) {
    yield* listCaseSteps(state, match);
  }
  if (entry) {
    yield* listEntrySteps(state, entry);
  }
}

function toMatchStep(match: Match, due: Instant): Step {
  return { due, id: match.id, take: (draft) => takeMatchStep(draft, match) };
}

/** A case that nobody can judge comes to an end by itself. */
function* listCaseSteps({ disputes, appeals }: LadderState, match: Match): Generator<Step> {
  for (const found of [appeals[match.appeal_id ?? ''], disputes[match.dispute_id ?? '']]) {
    if (found?.status === 'open' && found.stands_at !== undefined) {
      const { id } = match;
      yield { due: found.stands_at, id, take: (draft) => upholdByClock(draft, id) };
    }
  }
}

function* listMatchSteps(state: LadderState, now: Instant): Generator<Step> {
  for (const id in state.matches) {
    const match = state.matches[id];
    if (match?.deadline && match.deadline <= now) {
      yield toMatchStep(match, match.deadline);
    }
    if (match?.dispute_id || match?.appeal_id) {
      for (const step of listCaseSteps(state, match)) {
        if (step.due <= now) {
          yield step;
        }
      }
    }
  }
}

/** After every instant that the clock can meet. */
const never = '9999-12-31T23:59:59.999Z';

/** When the clock next has something to do on this ladder. */
export function findNextDeadline(state: LadderState): Instant | null {
  let next: Instant | null = null;
  for (const { due } of listSteps(state, never)) {
    if (next === null || due < next) {
      next = due;
    }
  }
  return next;
}

/** Everything due by `now`. Most of a ladder is not: what is not due is passed over before anything is reckoned or made for it. */
function* listSteps(state: LadderState, now: Instant): Generator<Step> {
  const { season } = state;
  if (season?.status !== 'open') {
    return;
  }
  yield* listMatchSteps(state, now);
  // Who was active after this instant cannot be idle yet.
  const restless = subtractDuration(now, season.rules.idle.warnAfter);
  for (const id in state.entries) {
    const entry = state.entries[id];
    const isQuiet =
      entry?.status === 'active'
        ? entry.rests.length === 0 && entry.active_at > restless
        : entry?.suspended_until === null;
    if (!entry || isQuiet) {
      continue;
    }
    for (const step of listEntrySteps(state, entry)) {
      if (step.due <= now) {
        yield step;
      }
    }
  }
}

function takeMatchStep(draft: Draft, match: Match): void {
  if (match.forfeit) {
    completeForfeit(draft, match.id);
  } else {
    clock[match.status as OpenStatus](draft, match.id);
  }
}

/** Who has gone or is suspended has neither rests nor an idle deadline. */
function* listEntrySteps(state: LadderState, entry: Entry): Generator<Step> {
  const { id } = entry;
  if (entry.status === 'suspended' && entry.suspended_until) {
    yield {
      due: entry.suspended_until,
      id,
      take: (draft) => endSuspension(draft, id, { rule: 'strikes.suspension', text: null }),
    };
  }
  const isFree = entry.challenging === null && entry.challenged_by === null;
  for (const rest of entry.rests) {
    if (rest.status === 'announced' && isFree) {
      yield { due: rest.from, id, take: (draft) => startDueRest(draft, id) };
    }
    if (rest.status === 'running') {
      yield { due: rest.until, id, take: (draft) => endRest(draft, entry, rest) };
    }
  }
  const idle = findIdleDeadline(state, entry);
  if (idle) {
    yield { due: idle, id, take: (draft) => judgeIdleness(draft, id) };
  }
}
