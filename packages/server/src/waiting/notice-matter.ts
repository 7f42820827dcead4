import type { SideAct } from '@muster/league';
import { isMatchMatter, type Matter } from '@muster/site/pages/me/matter.ts';
import type { NoticeKind } from '@muster/site/pages/notices/kinds.ts';
import type { Notice } from '@muster/site/pages/notices/notice.ts';

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

type IsOf = (matter: Matter, notice: Omit<Notice, 'id'>) => boolean;

const isTeams: IsOf = (matter, { team }) => 'team' in matter && isSlugOf(matter.team, team);

const isSlugOf = (one: string | { slug: string }, other: { slug: string } | null) =>
  typeof one !== 'string' && one.slug === other?.slug;

const isOfCase: IsOf = (matter, { facts }) =>
  matter.kind === 'judge_case'
    ? facts.case !== undefined && matter.cases.includes(facts.case)
    : 'case' in matter && matter.case === facts.case;

const isOfWhom: IsOf = (matter, { person }) => 'who' in matter && matter.who === person;

const isBetween: IsOf = (matter, { match_id }) =>
  'between' in matter && matter.between !== null && matter.between.id === match_id;

/** Of several things reported the one that is told of. */
const toItsOwn = (matter: Matter, { facts }: Omit<Notice, 'id'>): Matter =>
  matter.kind === 'judge_case' && matter.count > 1 && facts.case !== undefined
    ? { ...matter, count: 1, cases: [facts.case] }
    : matter;

/** What others than a match's sides are asked for: the matter, and whether it is the one that is told of. */
const otherActs: Partial<Record<NoticeKind, { kinds: readonly Matter['kind'][]; isOf: IsOf }>> = {
  invited: { kinds: ['invitation'], isOf: isTeams },
  join_asked: {
    kinds: ['join_request'],
    isOf: (matter, notice) => isTeams(matter, notice) && isOfWhom(matter, notice),
  },
  board_answered: { kinds: ['notice_answered'], isOf: isOfWhom },
  dispute_opened: { kinds: ['rule'], isOf: isBetween },
  appeal_opened: { kinds: ['decide_appeal'], isOf: isBetween },
  case_opened: { kinds: ['judge_case'], isOf: isOfCase },
  case_answered: { kinds: ['judge_case', 'judge_appeal'], isOf: isOfCase },
  case_appealed: { kinds: ['judge_appeal'], isOf: isOfCase },
  sanction_appealed: { kinds: ['judge_sanction'], isOf: isOfWhom },
};

/** Reminders of a match that has its hour: what is to be done for it before, if anything is. */
const reminders: ReadonlySet<NoticeKind> = new Set([
  'match_in_day',
  'match_in_hour',
  'match_in_minutes',
]);

/** Whether a notice asks for an act that passes; the others only lead to what they tell of. */
export const isAsking = (kind: NoticeKind): boolean => kind in sideActs || kind in otherActs;

/** Whether one of somebody's matters may stand behind a notice: for the others nobody needs to look for any. */
export const mayHaveMatter = (kind: NoticeKind): boolean => isAsking(kind) || reminders.has(kind);

/**
 * The matter that a notice asks its reader to see to, of all of theirs as they are now, and so with the instant, the
 * words and the page that every other place has for it. Null where it asks for nothing, or nothing any more.
 */
export function findMatterOf(
  notice: Omit<Notice, 'id'>,
  matters: readonly Matter[],
): Matter | null {
  const acts = matters.filter(({ weight }) => weight === 'act');
  const other = otherActs[notice.kind];
  if (other !== undefined) {
    const found = acts.find((one) => other.kinds.includes(one.kind) && other.isOf(one, notice));
    return found === undefined ? null : toItsOwn(found, notice);
  }
  const asked = sideActs[notice.kind];
  const isAsked = (kind: Matter['kind']) =>
    reminders.has(notice.kind) || asked?.some((act) => act === kind) === true;
  const found = acts.find(
    (one) => isMatchMatter(one) && one.match.id === notice.match_id && isAsked(one.kind),
  );
  return found ?? null;
}
