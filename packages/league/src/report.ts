import { openDispute } from './dispute.ts';
import { type Draft, emit, getMatch, getRules, requireOpenSeason } from './draft.ts';
import { addDuration, toMilliseconds } from './duration.ts';
import type { MatchId, Side } from './ids.ts';
import { findRefusal, type Refusal, refuse } from './refusal.ts';
import { finishMatch } from './result.ts';
import type { Rules } from './rules.ts';
import { hasSameScores, requireScores } from './score.ts';
import { bothSides, getOtherSide, isDiffering } from './sides.ts';
import type { Dispute, MapScore, Match, SideReport } from './state.ts';

/** The report that waits for an answer; of two the older one. */
export function findReport(match: Match): SideReport | null {
  const reports = bothSides.flatMap((side) => match.reports[side] ?? []);
  return reports.sort((first, second) => (first.at < second.at ? -1 : 1))[0] ?? null;
}

function requireEvidence({ report }: Rules, given: number): void {
  if (report.evidence === 'required' && given === 0) {
    refuse('evidence_missing', {});
  }
}

/** Why a side that has brought so many pieces of evidence cannot report yet; null where it can. */
export const findEvidenceRefusal = (rules: Rules, given: number): Refusal | null =>
  findRefusal(() => requireEvidence(rules, given));

/** One side's account. The first one of a loss is a concession; the second side's agrees or differs, and then both may correct theirs. */
export function decideReport(draft: Draft, match: Match, side: Side, input: MapScore[]): void {
  if (match.reports[side] !== null && !isDiffering(match)) {
    refuse('already_reported', {});
  }
  const rules = getRules(draft.state);
  const { scores, winner } = requireScores(rules, match, input);
  requireEvidence(rules, draft.facts.evidence?.[match.id] ?? 0);
  const theirs = match.reports[getOtherSide(side)];
  if (theirs) {
    answerReport(draft, match, theirs, { by: side, scores, winner });
  } else if (winner === getOtherSide(side)) {
    finishMatch(draft, match.id, 'match_completed', { winner, scores, reason: 'conceded' });
  } else {
    emit(
      draft,
      'match_reported',
      { by: side, scores, winner, deadline: addDuration(draft.at, rules.report.confirmWithin) },
      match.id,
    );
  }
}

type Answer = { by: Side; scores: MapScore[]; winner: Side | null };

/** The same is a result; another account waits for both sides, or is a dispute at once where the rules give no time. */
function answerReport(draft: Draft, match: Match, theirs: SideReport, answer: Answer): void {
  const own = match.reports[answer.by];
  const differ = getRules(draft.state).report.differ ?? 'PT0S';
  if (hasSameScores(theirs.scores, answer.scores)) {
    acceptReport(draft, match, theirs);
  } else if (own && hasSameScores(own.scores, answer.scores)) {
    refuse('already_reported', {});
  } else if (toMilliseconds(differ) > 0) {
    // A correction that still differs buys no time.
    const deadline = own ? (match.deadline ?? draft.at) : addDuration(draft.at, differ);
    emit(draft, 'match_reported', { ...answer, deadline }, match.id);
  } else {
    openDispute(draft, match.id, {
      id: draft.facts.createId(),
      by: answer.by,
      reason: 'reports_differ',
      report: answer,
      statement: null,
    });
  }
}

/** A side agrees to what the other has reported. */
export function confirmReport(draft: Draft, match: Match, side: Side): void {
  const theirs = match.reports[getOtherSide(side)];
  acceptReport(draft, match, theirs ?? refuse('match_not_reportable', { status: match.status }));
}

function acceptReport(draft: Draft, match: Match, { winner, scores }: SideReport): void {
  finishMatch(draft, match.id, 'match_completed', { winner, scores, reason: 'reported' });
}

export function concede(draft: Draft, match: Match, side: Side): void {
  finishMatch(draft, match.id, 'match_completed', {
    winner: getOtherSide(side),
    reason: 'conceded',
  });
}

/** Nobody answered the report, two still differ, or nobody reported at all. */
export function reportByClock(draft: Draft, matchId: MatchId): void {
  const match = getMatch(draft.state, matchId);
  const report = findReport(match);
  const isAccepted = getRules(draft.state).report.unanswered === 'accept';
  if (isDiffering(match)) {
    openByClock(draft, matchId, 'reports_differ');
  } else if (report && isAccepted) {
    finishMatch(draft, matchId, 'match_completed', {
      winner: report.winner,
      scores: report.scores,
      reason: 'unanswered_report',
      rule: 'report.unanswered',
    });
  } else {
    openByClock(draft, matchId, report ? 'unanswered_report' : 'nobody_reported');
  }
}

function openByClock(draft: Draft, matchId: MatchId, reason: Dispute['reason']): void {
  const id = draft.facts.createId();
  openDispute(draft, matchId, { id, by: null, reason, report: null, statement: null });
}

/** Typing errors in the scores, not the winner, are mended by both together. */
export function decideCorrection(draft: Draft, match: Match, side: Side, input: MapScore[]): void {
  const { result } = requireCorrectable(draft, match);
  const { scores, winner } = requireScores(getRules(draft.state), match, input);
  if (winner !== result.winner) {
    refuse('correction_changes_winner', {}, 'scores');
  }
  const asked = match.correction;
  if (asked && asked.asked_by !== side && hasSameScores(asked.scores, scores)) {
    emit(draft, 'scores_corrected', { by: side, scores }, match.id);
  } else {
    emit(draft, 'correction_asked', { by: side, scores }, match.id);
  }
}

export function agreeCorrection(draft: Draft, match: Match, side: Side): void {
  requireCorrectable(draft, match);
  const asked = match.correction;
  if (!asked || asked.asked_by === side) {
    refuse('nothing_asked', {});
  }
  emit(draft, 'scores_corrected', { by: side, scores: asked.scores }, match.id);
}

function requireCorrectable(draft: Draft, match: Match) {
  requireOpenSeason(draft.state);
  const result = match.result ?? refuse('match_not_open', { status: match.status });
  const until = addDuration(result.at, getRules(draft.state).report.correctWithin);
  if (result.ruled_by !== null || draft.at >= until) {
    refuse('deadline_passed', { at: until });
  }
  return { result };
}
