import { isFinalStatus, type Side } from '@muster/league';
import type { MatchData } from './data.ts';
import { areReportsOpen } from './differing-reports.ts';
import { hasVetoTurns } from './match-step.ts';

type ClockLabel =
  | 'answer'
  | 'answer_own'
  | 'choice'
  | 'choice_own'
  | 'start'
  | 'check_in'
  | 'turn'
  | 'report'
  | 'confirmation'
  | 'settling'
  | 'void'
  | 'ruling'
  | 'forfeit';

export interface MatchClock {
  until: string;
  /** Key of `match.top.until`. */
  label: ClockLabel;
  /** Whose turn it is, where the label names a side. */
  team: string;
}

const clockLabels: Partial<Record<MatchData['status'], ClockLabel>> = {
  checking_in: 'check_in',
  veto: 'turn',
  live: 'report',
  reported: 'confirmation',
};

/** Whose turn the clock waits for, and what for. */
const turns: Partial<Record<MatchData['status'], { side: Side; act: 'answer' | 'choice' }>> = {
  challenged: { side: 'defender', act: 'answer' },
  offered: { side: 'challenger', act: 'choice' },
  countered: { side: 'defender', act: 'choice' },
};

/** What the clock of a match counts down to, said from the reader's side; null once nothing is to come. */
export function findClock(data: MatchData): MatchClock | null {
  const { status, forfeit, time, deadline, dispute, judge } = data;
  const to = (label: ClockLabel, until: string | null, team = '') =>
    until === null ? null : { until, label, team };
  if (isFinalStatus(status)) {
    return null;
  }
  if (forfeit !== null) {
    return to('forfeit', forfeit.effective_at);
  }
  const isForAdmin = status === 'reported' && data.rules.report.unanswered === 'dispute';
  if (deadline !== null && (isForAdmin || areReportsOpen(data))) {
    return to('settling', deadline);
  }
  const waitsForStart = status === 'scheduled' || (status === 'veto' && !hasVetoTurns(data));
  if (waitsForStart && time !== null) {
    return to('start', time.starts_at);
  }
  if (status === 'disputed' && judge?.by === 'nobody' && judge.until !== null) {
    return to('void', judge.until);
  }
  if (status === 'disputed' && dispute !== null) {
    return to('ruling', dispute.ruling_aimed_at);
  }
  const turn = turns[status];
  if (turn !== undefined) {
    const isOwn = data.viewer?.side === turn.side;
    return to(isOwn ? `${turn.act}_own` : turn.act, deadline, data.sides[turn.side].name);
  }
  const label = clockLabels[status];
  return label === undefined ? null : to(label, deadline);
}
