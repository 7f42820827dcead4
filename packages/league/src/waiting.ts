import { addDuration, subtractDuration } from './duration.ts';
import type { FormatName, Instant, Side } from './ids.ts';
import { isFinalStatus } from './machine.ts';
import type { Rules } from './rules.ts';
import { getOtherSide, isDiffering } from './sides.ts';
import { isLostBySilence } from './silence.ts';
import type { Appeal, Dispute, Match } from './state.ts';
import { findVetoStep } from './veto.ts';

/** What a match can ask of a side's captain or co-captain. */
export type SideAct =
  | 'answer'
  | 'choose_time'
  | 'answer_extension'
  | 'answer_cancellation'
  | 'answer_reschedule'
  | 'check_in'
  | 'veto'
  | 'report'
  | 'confirm_report'
  | 'settle_reports'
  | 'agree_correction'
  | 'statement';

/** What becomes of it when nobody does anything until then. */
export type WaitingEnd =
  | 'forfeited'
  | 'lapses'
  | 'default_time'
  | 'drawn'
  | 'counts'
  | 'disputed'
  | 'stays'
  | 'ruled_without';

export interface WaitingAct {
  act: SideAct;
  /** The first instant at which it is too late; null where no clock runs. */
  until: Instant | null;
  otherwise: WaitingEnd;
}

/** A match as far as it says whose turn it is; the rules' own state is one. */
export interface AskingMatch
  extends Pick<
    Match,
    | 'status'
    | 'deadline'
    | 'is_rematch'
    | 'time'
    | 'veto'
    | 'extension'
    | 'cancellation'
    | 'reschedule'
    | 'correction'
    | 'forfeit'
    | 'result'
  > {
  check_ins: Readonly<Record<Side, object | null>>;
  reports: Readonly<Record<Side, object | null>>;
}

export interface AskedSide {
  match: AskingMatch;
  rules: Rules;
  format: FormatName;
  /** The end of the season. */
  ends_at: Instant;
  /** The last one of this match. */
  dispute: Pick<Dispute, 'status' | 'statements' | 'statements_until'> | null;
  side: Side;
  now: Instant;
}

/** Everything that a match asks of a side's captains now, what is over first before what takes longer. */
export function listSideActs(asked: AskedSide): WaitingAct[] {
  const acts = asked.match.forfeit === null ? [...listAll(asked)] : [];
  return acts.sort(compareUntil);
}

function* listAll(asked: AskedSide): Generator<WaitingAct> {
  const turn = findTurn(asked);
  if (turn !== null) {
    yield turn;
  }
  const vetoTurn = findVetoTurn(asked);
  if (vetoTurn !== null) {
    yield vetoTurn;
  }
  yield* listRequests(asked);
  yield* listAfterwards(asked);
}

const answerers: Partial<Record<Match['status'], Side>> = {
  challenged: 'defender',
  offered: 'challenger',
  countered: 'defender',
};

/** The turn that the match's own clock waits for. */
function findTurn(asked: AskedSide): WaitingAct | null {
  const { match, rules, side } = asked;
  const until = match.deadline;
  switch (match.status) {
    case 'challenged':
      return answerers[match.status] === side
        ? { act: 'answer', until, otherwise: isLostBySilence(asked) ? 'forfeited' : 'lapses' }
        : null;
    case 'offered':
    case 'countered':
      return answerers[match.status] === side
        ? { act: 'choose_time', until, otherwise: 'default_time' }
        : null;
    case 'checking_in':
      return match.check_ins[side] === null
        ? { act: 'check_in', until, otherwise: 'forfeited' }
        : null;
    case 'live':
      return { act: 'report', until, otherwise: 'disputed' };
    case 'reported':
      if (isDiffering(match)) {
        return { act: 'settle_reports', until, otherwise: 'disputed' };
      }
      return match.reports[side] === null
        ? {
            act: 'confirm_report',
            until,
            otherwise: rules.report.unanswered === 'accept' ? 'counts' : 'disputed',
          }
        : null;
    default:
      return null;
  }
}

/** Maps may be chosen as soon as the hour is set; only once both are there a turn has a clock of its own. */
function findVetoTurn({ match, rules, side }: AskedSide): WaitingAct | null {
  const { status, deadline, time } = match;
  const isOpen = status === 'scheduled' || status === 'checking_in' || status === 'veto';
  if (!isOpen || findVetoStep(rules, match)?.by !== side) {
    return null;
  }
  const until = status === 'scheduled' ? (time?.starts_at ?? null) : deadline;
  return { act: 'veto', until, otherwise: 'drawn' };
}

/** What the other side has asked for: without an answer all stays as it is. */
function* listRequests({ match, rules, side, now }: AskedSide): Generator<WaitingAct> {
  const { status, extension, cancellation, reschedule } = match;
  const other = getOtherSide(side);
  const isUndated = status === 'offered' || status === 'countered';
  if (isUndated && extension?.asked_by === other && extension.agreed_at === null) {
    yield { act: 'answer_extension', until: match.deadline, otherwise: 'stays' };
  }
  const canCancel = isUndated || status === 'scheduled';
  if (canCancel && cancellation?.asked_by === other) {
    yield { act: 'answer_cancellation', until: match.deadline, otherwise: 'stays' };
  }
  if (status === 'scheduled' && reschedule?.asked_by === other && match.time !== null) {
    const until = subtractDuration(match.time.starts_at, rules.schedule.rescheduleUntil);
    if (now <= until) {
      yield { act: 'answer_reschedule', until, otherwise: 'stays' };
    }
  }
}

/** Statements, and typing errors in a result that is fresh. */
function* listAfterwards({ match, rules, dispute, side, now }: AskedSide): Generator<WaitingAct> {
  if (
    dispute?.status === 'open' &&
    now < dispute.statements_until &&
    !dispute.statements.some(({ by }) => by === side)
  ) {
    yield { act: 'statement', until: dispute.statements_until, otherwise: 'ruled_without' };
  }
  const { correction, result } = match;
  if (
    match.status === 'completed' &&
    result !== null &&
    correction?.asked_by === getOtherSide(side)
  ) {
    const until = addDuration(result.at, rules.report.correctWithin);
    if (now < until) {
      yield { act: 'agree_correction', until, otherwise: 'stays' };
    }
  }
}

/** What a match is to somebody of whom it asks nothing. */
export type Calm = 'play' | 'forfeiting' | 'ruling' | 'appeal' | 'wait';

/** Whether a match is to be played, judged or waited for; null once it is over. */
export function findCalm(
  match: Pick<Match, 'status' | 'forfeit'>,
  open: { dispute: Pick<Dispute, 'status'> | null; appeal: Pick<Appeal, 'status'> | null },
): Calm | null {
  if (open.appeal?.status === 'open') {
    return 'appeal';
  }
  if (open.dispute?.status === 'open') {
    return 'ruling';
  }
  if (isFinalStatus(match.status)) {
    return null;
  }
  if (match.forfeit !== null) {
    return 'forfeiting';
  }
  return playing.has(match.status) ? 'play' : 'wait';
}

const playing = new Set<Match['status']>(['scheduled', 'checking_in', 'veto', 'live']);

/** Whether a match begins within the hour or is under way: nobody of it should lose sight of it then. */
export function isAtHand(
  { status, starts_at }: { status: Match['status']; starts_at: Instant | null },
  now: Instant,
): boolean {
  const isStarting = starts_at !== null && Date.parse(starts_at) <= Date.parse(now) + soon;
  return isStarting && playing.has(status);
}

/** Something that concerns somebody. */
export interface Matter {
  /** Until when they can act; when it happens; for news, when others will have acted. Null: no clock runs. */
  until: Instant | null;
  /** `act`: they have something to do; `date`: they are to be there; `news`: others are at work. */
  weight: 'act' | 'date' | 'news';
}

const soon = 3_600_000;

/**
 * What is lost first comes first: acts and dates of the next hour, then acts by their clock and those without
 * one, then later dates, and news at last.
 */
export function compareMatters(now: Instant): (one: Matter, other: Matter) => number {
  const end = Date.parse(now) + soon;
  const rank = ({ until, weight }: Matter): number => {
    if (weight === 'news') {
      return 3;
    }
    if (until !== null && Date.parse(until) <= end) {
      return 0;
    }
    return weight === 'act' ? 1 : 2;
  };
  return (one, other) => rank(one) - rank(other) || compareUntil(one, other);
}

function compareUntil(one: { until: Instant | null }, other: { until: Instant | null }): number {
  if (one.until === other.until) {
    return 0;
  }
  if (one.until === null || other.until === null) {
    return one.until === null ? 1 : -1;
  }
  return one.until < other.until ? -1 : 1;
}
