import {
  findVetoStep,
  getOtherSide,
  isFinalStatus,
  parseDuration,
  type Side,
  type SideAct,
  type WaitingAct,
} from '@muster/league';
import type { MatchData } from './data.ts';
import { areReportsOpen } from './differing-reports.ts';

/** Every form of the room; the name of the dialog that holds it. */
export type MatchForm =
  | 'accept'
  | 'decline'
  | 'withdraw'
  | 'choose'
  | 'counter'
  | 'ask_extension'
  | 'agree_extension'
  | 'ask_cancellation'
  | 'agree_cancellation'
  | 'reschedule'
  | 'answer_reschedule'
  | 'check_in'
  | 'report'
  | 'settle'
  | 'confirm_report'
  | 'concede'
  | 'correct'
  | 'agree_correction'
  | 'forfeit'
  | 'take_back'
  | 'dispute'
  | 'statement'
  | 'appeal'
  | 'server';

/** What a side has to see to before what is asked of it can be done. */
type Missing = 'roster' | 'evidence';

/** What is done elsewhere than in a form: at the maps, where something is missing, on the page of a ruling. */
export type MatchPlace = 'veto' | Missing | 'rule' | 'decide_appeal';

/** What the strip at the top says: its sentence, by when, and what can be done about it. */
export interface MatchStep {
  /** Key of `match.next`. */
  says: string;
  /** The team that the sentence names. */
  team: string;
  tone: 'act' | 'calm';
  /** The instant that the reason names. */
  by: string | null;
  main: MatchForm | MatchPlace | null;
  quiet: MatchForm[];
}

interface Point {
  data: MatchData;
  /** The side for which the viewer may act. */
  side: Side;
  opponent: string;
  now: number;
}

/** The one next thing of this viewer in this match. */
export function findMatchStep(data: MatchData, now: number): MatchStep {
  const { viewer } = data;
  if (viewer?.side && viewer.may_act) {
    const opponent = data.sides[getOtherSide(viewer.side)].name;
    const point = { data, side: viewer.side, opponent, now };
    const asked = data.acts[viewer.side].find(
      ({ until }) => until === null || now < Date.parse(until),
    );
    const calmly = findSideStep(point);
    return asked === undefined ? calmly : toActStep(point, asked, calmly.quiet);
  }
  if (viewer?.may_decide_appeal) {
    return { ...act(data, 'decide_appeal'), by: data.judge?.until ?? null };
  }
  if (viewer?.may_rule && data.dispute?.status === 'open') {
    return { ...act(data, 'rule'), by: data.dispute.ruling_aimed_at };
  }
  return findWatcherStep(data);
}

const act = (data: MatchData, says: 'rule' | 'decide_appeal'): MatchStep => ({
  ...{ says, team: '', tone: 'act', by: data.deadline, main: says, quiet: [] },
});

/** By which form each act is done. */
const actForms: Record<SideAct, NonNullable<MatchStep['main']>> = {
  answer: 'accept',
  choose_time: 'choose',
  answer_extension: 'agree_extension',
  answer_cancellation: 'agree_cancellation',
  answer_reschedule: 'answer_reschedule',
  check_in: 'check_in',
  veto: 'veto',
  report: 'report',
  confirm_report: 'confirm_report',
  settle_reports: 'settle',
  agree_correction: 'agree_correction',
  statement: 'statement',
};

/** What is over first of all that the match asks of this side; everything else stays in reach, quietly. */
function toActStep(
  { data, side, opponent }: Point,
  { act: asked, until }: WaitingAct,
  quiet: readonly MatchForm[],
): MatchStep {
  const main = actForms[asked];
  return {
    says: asked === 'veto' ? `veto_${findVetoStep(data.rules, data)?.action}` : asked,
    team: asked === 'check_in' ? data.sides[side].name : opponent,
    tone: 'act',
    by: until,
    main: findMissing(data, main) ?? main,
    quiet: quiet.filter((form) => form !== main),
  };
}

function findMissing({ viewer }: MatchData, main: MatchStep['main']): Missing | null {
  if (main === 'accept' && viewer?.refusals.accept) {
    return 'roster';
  }
  return (main === 'report' || main === 'settle') && viewer?.refusals.report ? 'evidence' : null;
}

const calm = (data: MatchData, says: string, team: string, quiet: MatchForm[] = []): MatchStep => ({
  says,
  team,
  tone: 'calm',
  by: data.deadline,
  main: null,
  quiet,
});

/** For those who do not act: whose turn it is. */
function findWatcherStep(data: MatchData): MatchStep {
  const { challenger, defender } = data.sides;
  if (data.forfeit !== null && !isFinalStatus(data.status)) {
    return {
      ...calm(data, 'forfeiting', data.sides[data.forfeit.by].name),
      by: data.forfeit.effective_at,
    };
  }
  switch (data.status) {
    case 'challenged':
      return calm(data, 'wait_answer', defender.name);
    case 'offered':
      return calm(data, 'wait_choice', challenger.name);
    case 'countered':
      return calm(data, 'wait_choice', defender.name);
    case 'scheduled':
      return { ...calm(data, 'scheduled', ''), by: data.time?.starts_at ?? null };
    case 'checking_in':
      return areBothIn(data) ? toBothIn(data) : calm(data, 'checking_in', '');
    case 'veto':
      return hasVetoTurns(data) ? calm(data, 'veto', '') : toBothIn(data);
    case 'reported':
      return calm(data, areReportsOpen(data) ? 'reports_differ' : 'reported', '');
    case 'disputed':
      return waitForRuling(data);
    default:
      return { ...calm(data, toPlainSentence(data), winnerName(data)), by: toPlainInstant(data) };
  }
}

/** An admin of the ladder decides, where all of them play one of the site; or nobody can. */
function waitForRuling(data: MatchData, quiet: MatchForm[] = []): MatchStep {
  const { judge, dispute, deadline } = data;
  if (judge?.by === 'nobody') {
    return { ...calm(data, 'wait_nobody_void', '', quiet), by: judge.until };
  }
  const says = judge?.by === 'site_admin' ? 'wait_ruling_site' : 'wait_ruling';
  const step =
    judge?.by === 'outsider' ? waitForOutsider(data, quiet) : calm(data, says, '', quiet);
  return { ...step, by: dispute?.ruling_aimed_at ?? deadline };
}

const waitForOutsider = (data: MatchData, quiet?: MatchForm[]): MatchStep =>
  calm(
    data,
    'wait_outsider',
    data.names.people[data.rules.dispute.outsider ?? '']?.username ?? '?',
    quiet,
  );

const areBothIn = ({ sides }: MatchData) =>
  sides.challenger.checked_in_at !== null && sides.defender.checked_in_at !== null;

/** Nobody is missing any more: the match waits for its hour. */
const toBothIn = (data: MatchData): MatchStep => ({
  ...calm(data, 'both_in', ''),
  by: data.time?.starts_at ?? null,
});

function toPlainSentence({ status, result }: MatchData): string {
  if (status === 'completed' && result?.winner === null) {
    return 'drawn';
  }
  return status;
}

const toPlainInstant = ({ status, ended_at, deadline }: MatchData) =>
  isFinalStatus(status) ? ended_at : deadline;

function winnerName({ result, sides }: MatchData): string {
  return result?.winner ? sides[result.winner].name : '';
}

/** What a side reads where nothing is asked of it, and what it may do in any case. */
function findSideStep(point: Point): MatchStep {
  const { data, opponent } = point;
  if (data.forfeit !== null && !isFinalStatus(data.status)) {
    return findForfeitStep(point);
  }
  switch (data.status) {
    case 'challenged':
      return calm(data, 'wait_answer', opponent, listAnswers(point));
    case 'offered':
    case 'countered':
      return findTimeStep(point);
    case 'scheduled':
      return findScheduledStep(point);
    case 'checking_in':
      return areBothIn(data)
        ? { ...toBothIn(data), quiet: ['forfeit'] }
        : calm(data, 'wait_check_in', opponent, ['forfeit']);
    case 'veto':
      return findVetoWait(point);
    case 'live':
      return calm(data, 'live', '', ['concede']);
    case 'reported':
      return calm(data, 'wait_confirmation', opponent, listReportForms(point));
    case 'disputed':
      return findDisputeStep(point);
    default:
      return findFinalStep(point);
  }
}

function listAnswers({ data, side }: Point): MatchForm[] {
  if (side === 'challenger') {
    return ['withdraw'];
  }
  return data.viewer?.refusals.decline ? [] : ['decline'];
}

function listReportForms({ data, side }: Point): MatchForm[] {
  if (areReportsOpen(data)) {
    return ['confirm_report', 'dispute'];
  }
  if (data.sides[side].reported !== null) {
    return [];
  }
  return data.viewer?.refusals.report ? ['dispute'] : ['report', 'dispute'];
}

function findForfeitStep({ data, side }: Point): MatchStep {
  const { forfeit } = data;
  const isOwn = forfeit?.by === side;
  const step = calm(
    data,
    isOwn ? 'forfeiting_own' : 'forfeiting',
    data.sides[forfeit?.by ?? side].name,
  );
  const canTakeBack = isOwn && !data.taken_back.includes(side);
  return { ...step, by: forfeit?.effective_at ?? null, quiet: canTakeBack ? ['take_back'] : [] };
}

/** Asking for more time and for calling it off, or agreeing to what the other side asked. */
function listAgreements({ data, side }: Point): MatchForm[] {
  const { extension, cancellation } = data;
  const forms: MatchForm[] = [];
  if (data.status !== 'scheduled') {
    if (extension === null) {
      forms.push('ask_extension');
    } else if (extension.agreed_at === null && extension.asked_by !== side) {
      forms.push('agree_extension');
    }
  }
  if (cancellation === null) {
    forms.push('ask_cancellation');
  } else if (cancellation.asked_by !== side) {
    forms.push('agree_cancellation');
  }
  return [...forms, 'forfeit'];
}

function findTimeStep(point: Point): MatchStep {
  const { data, side, opponent } = point;
  const isFirst = data.status === 'offered' && data.countered.length === 0;
  const mayCounter = isFirst && side === 'challenger';
  const quiet = listAgreements(point);
  return calm(data, 'wait_choice', opponent, mayCounter ? ['counter', ...quiet] : quiet);
}

function findScheduledStep(point: Point): MatchStep {
  const { data, opponent, now } = point;
  const agreements = listAgreements(point);
  const until =
    Date.parse(data.time?.starts_at ?? '') - toLength(data.rules.schedule.rescheduleUntil);
  const mayMove =
    data.reschedule === null && data.reschedules < data.rules.schedule.reschedules && now <= until;
  const says = data.reschedule === null ? 'scheduled' : 'wait_reschedule';
  const quiet: MatchForm[] = mayMove ? ['reschedule', ...agreements] : agreements;
  return { ...calm(data, says, opponent, quiet), by: data.time?.starts_at ?? null };
}

const toLength = (duration: string) => parseDuration(duration) ?? 0;

/** While the other side takes its turn, or until the hour once the last one is taken. */
function findVetoWait({ data, opponent }: Point): MatchStep {
  const step = findVetoStep(data.rules, data);
  return step === null
    ? { ...toBothIn(data), quiet: ['forfeit'] }
    : calm(data, `wait_${step.action}`, opponent, ['forfeit']);
}

/** Whether maps or sides are still to be chosen by turns; none are left once the last one is taken. */
export function hasVetoTurns(data: Pick<MatchData, 'rules' | 'veto'>): boolean {
  return findVetoStep(data.rules, data) !== null;
}

function findDisputeStep({ data, now }: Point): MatchStep {
  const { dispute } = data;
  const isOpen = dispute !== null && now < Date.parse(dispute.statements_until);
  return waitForRuling(data, isOpen ? ['statement'] : []);
}

function waitForAppeal(data: MatchData): MatchStep {
  if (data.judge?.by === 'outsider') {
    return waitForOutsider(data);
  }
  return calm(data, data.judge?.by === 'nobody' ? 'wait_nobody_stands' : 'wait_appeal', '');
}

/** After the result: mend typing errors, dispute it, appeal a ruling, while the rules leave time for it. */
function findFinalStep({ data, side, now }: Point): MatchStep {
  const { result, rules, dispute, appeal } = data;
  const plain = { ...calm(data, toPlainSentence(data), winnerName(data)), by: data.ended_at };
  const corrections = listCorrections({ data, now });
  if (dispute?.status === 'open') {
    const isHeard = now < Date.parse(dispute.statements_until);
    return { ...plain, quiet: isHeard ? ['statement', ...corrections] : corrections };
  }
  if (appeal?.status === 'open') {
    return { ...waitForAppeal(data), by: data.judge?.until ?? null };
  }
  if (result === null || !data.season.is_open) {
    return plain;
  }
  const since = (instant: string | null) => now - Date.parse(instant ?? result.at);
  if (result.ruled_by !== null) {
    const canAppeal =
      appeal === null && since(result.ruled_at) < toLength(rules.dispute.appealWithin);
    return { ...plain, quiet: canAppeal ? ['appeal'] : [] };
  }
  const hasLost = result.winner !== null && result.winner !== side;
  const canDispute =
    hasLost && dispute === null && since(result.at) < toLength(rules.dispute.disputeWithin);
  return { ...plain, quiet: canDispute ? [...corrections, 'dispute'] : corrections };
}

/** Typing errors in a result that is fresh, disputed or not; what the other side asks is answered instead. */
function listCorrections({ data, now }: Pick<Point, 'data' | 'now'>): MatchForm[] {
  const { status, season, result, correction, rules } = data;
  if (status !== 'completed' || result === null || result.ruled_by !== null || !season.is_open) {
    return [];
  }
  const isFresh = now - Date.parse(result.at) < toLength(rules.report.correctWithin);
  return isFresh && correction === null && result.scores.length > 0 ? ['correct'] : [];
}
