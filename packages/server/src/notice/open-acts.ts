import {
  type Dispute,
  type FormatName,
  listSideActs,
  type Match,
  type Rules,
  type Side,
  type SideAct,
} from '@muster/league';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';

/** What a notice's act stands on: the match as the rules have it now, and the reader's part in it. */
export interface ActGround {
  /** Null once the match has left the rules' state with its season. */
  match: Match | null;
  rules: Rules | null;
  format: FormatName | null;
  dispute: Dispute | null;
  appeal_status: string | null;
  /** The side for which the reader may act. */
  side: Side | null;
  /** Whether the person whom the notice names still asks to join a team that the reader leads. */
  is_asked_to_join: boolean;
}

const answers: readonly SideAct[] = ['answer', 'choose_time'];

/** Which acts of a side's captain the kinds ask for. */
const sideActs: Partial<Record<NoticeKind, readonly SideAct[]>> = {
  challenged: answers,
  answer_reminder: answers,
  times_offered: answers,
  times_countered: answers,
  extension_asked: ['answer_extension'],
  cancellation_asked: ['answer_cancellation'],
  reschedule_asked: ['answer_reschedule'],
  check_in_opened: ['check_in'],
  veto_turn: ['veto'],
  match_live: ['report'],
  reported_against: ['confirm_report'],
  reports_differ: ['settle_reports'],
  correction_asked: ['agree_correction'],
  match_disputed: ['statement'],
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
  const { match, rules, format, dispute, side } = ground;
  if (match === null || rules === null || format === null || side === null) {
    return false;
  }
  const instant = new Date(now).toISOString();
  return listSideActs({ match, rules, format, dispute, side, now: instant }).some(({ act }) =>
    ofSide.includes(act),
  );
}
