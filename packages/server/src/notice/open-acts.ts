import {
  type Dispute,
  findVetoStep,
  type Match,
  parseDuration,
  type Rules,
  type Side,
} from '@muster/league';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';

/** What a notice's act stands on: the match as the rules have it now, and the reader's part in it. */
export interface ActGround {
  /** Null once the match has left the rules' state with its season. */
  match: Match | null;
  rules: Rules | null;
  dispute: Dispute | null;
  appeal_status: string | null;
  /** The side for which the reader may act. */
  side: Side | null;
  /** Whether the person whom the notice names still asks to join a team that the reader leads. */
  is_asked_to_join: boolean;
}

interface SideGround {
  match: Match;
  rules: Rules;
  dispute: Dispute | null;
  side: Side;
  now: number;
}

const answerers: Partial<Record<Match['status'], Side>> = {
  challenged: 'defender',
  offered: 'challenger',
  countered: 'defender',
};

/** Whether the side owes the answer for which the match waits. */
const owesAnswer = ({ match, side }: SideGround) => answerers[match.status] === side;

const isOwnTurn = ({ match, rules, side }: SideGround) =>
  (match.status === 'scheduled' || match.status === 'checking_in' || match.status === 'veto') &&
  findVetoStep(rules, match)?.by === side;

function isCorrectionAsked({ match, rules, side, now }: SideGround): boolean {
  const { correction, result } = match;
  if (correction === null || correction.asked_by === side || result === null) {
    return false;
  }
  return now < Date.parse(result.at) + (parseDuration(rules.report.correctWithin) ?? 0);
}

/** Until when the acts that are asked of a side can be done. */
const sideActs: Partial<Record<NoticeKind, (ground: SideGround) => boolean>> = {
  challenged: owesAnswer,
  answer_reminder: owesAnswer,
  times_offered: owesAnswer,
  times_countered: owesAnswer,
  extension_asked: ({ match, side }) =>
    (match.status === 'offered' || match.status === 'countered') &&
    match.extension !== null &&
    match.extension.agreed_at === null &&
    match.extension.asked_by !== side,
  cancellation_asked: ({ match, side }) =>
    (match.status === 'offered' || match.status === 'countered' || match.status === 'scheduled') &&
    match.cancellation !== null &&
    match.cancellation.asked_by !== side,
  reschedule_asked: ({ match, side }) =>
    match.status === 'scheduled' && match.reschedule !== null && match.reschedule.asked_by !== side,
  check_in_opened: ({ match, side }) =>
    match.status === 'checking_in' && match.check_ins[side] === null,
  veto_turn: isOwnTurn,
  match_live: ({ match }) => match.status === 'live',
  reported_against: ({ match, side }) =>
    match.status === 'reported' && match.reports[side] === null,
  correction_asked: isCorrectionAsked,
  match_disputed: ({ dispute, now }) =>
    dispute?.status === 'open' && now < Date.parse(dispute.statements_until),
};

/** The acts of others than the match's sides. */
const otherActs: Partial<Record<NoticeKind, (ground: ActGround) => boolean>> = {
  join_asked: ({ is_asked_to_join }) => is_asked_to_join,
  dispute_opened: ({ dispute }) => dispute?.status === 'open',
  appeal_opened: ({ appeal_status }) => appeal_status === 'open',
};

/** The kinds that ask for an act that passes; the others only lead to what they tell of. */
export const passingKinds: readonly string[] = Object.keys({ ...sideActs, ...otherActs });

/** Whether what a notice asks for can still be done by who reads it. */
export function isActOpen(kind: NoticeKind, ground: ActGround | null, now: number): boolean {
  const [ofSide, ofOther] = [sideActs[kind], otherActs[kind]];
  if (ofOther !== undefined) {
    return ground !== null && ofOther(ground);
  }
  if (ofSide === undefined) {
    return true;
  }
  if (ground === null) {
    return false;
  }
  const { match, rules, dispute, side } = ground;
  // A side that has given up stops the clocks of its match.
  if (match === null || rules === null || side === null || match.forfeit !== null) {
    return false;
  }
  return ofSide({ match, rules, dispute, side, now });
}
