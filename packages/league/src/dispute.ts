import type { MatchCommand } from './command.ts';
import { type Draft, emit, getMatch, getRules, requireOpenSeason } from './draft.ts';
import { addDuration } from './duration.ts';
import type { DisputeId, MatchId, Side, TextReference } from './ids.ts';
import { findStanding } from './judges.ts';
import { machine } from './machine.ts';
import { refuse } from './refusal.ts';
import { startRests, voidMatch } from './result.ts';
import type { RulePath } from './rules.ts';
import { bothSides, getEntryId, isDiffering } from './sides.ts';
import type { Dispute, MapScore, Match } from './state.ts';
import { giveStrike } from './strikes.ts';

interface Opening {
  id: DisputeId;
  by: Side | null;
  reason: Dispute['reason'];
  report: { by: Side; scores: MapScore[]; winner: Side | null } | null;
  statement: TextReference | null;
}

/** The rule by which the clock opens a dispute. */
const clockRules: Record<Dispute['reason'], RulePath | null> = {
  nobody_reported: 'report.reportWithin',
  unanswered_report: 'report.unanswered',
  reports_differ: 'report.differ',
  disputed: null,
  result_disputed: null,
};

/** A match in play becomes `disputed`. */
export function openDispute(draft: Draft, matchId: MatchId, opening: Opening): void {
  const { dispute } = getRules(draft.state);
  const isSilent = opening.reason === 'nobody_reported';
  emit(
    draft,
    'match_disputed',
    {
      dispute_id: opening.id,
      by: opening.by,
      reason: opening.reason,
      statement: opening.statement,
      report: opening.report,
      statements_until: addDuration(draft.at, dispute.statementsWithin),
      ruling_aimed_at: addDuration(draft.at, dispute.rulingWithin),
      deadline: addDuration(draft.at, isSilent ? dispute.voidUnreported : dispute.voidUnruled),
      rule: opening.by === null ? clockRules[opening.reason] : null,
    },
    matchId,
  );
  // A disputed match holds nobody back from resting.
  startRests(draft, matchId);
}

/** A side disputes the other's report, or the side that lost a result. */
export function decideDispute(
  draft: Draft,
  match: Match,
  side: Side,
  command: Extract<MatchCommand, { type: 'dispute' }>,
): void {
  if (draft.state.disputes[command.dispute_id]) {
    refuse('already_exists', { what: 'match', id: command.dispute_id });
  }
  if (!machine[match.status].isFinal) {
    openDispute(draft, match.id, {
      id: command.dispute_id,
      by: side,
      reason: isDiffering(match) ? 'reports_differ' : 'disputed',
      report: null,
      statement: command.statement,
    });
    return;
  }
  requireOpenSeason(draft.state);
  const { result } = match;
  if (!result || result.winner === null || result.winner === side) {
    refuse('not_the_loser', {});
  }
  const { dispute } = getRules(draft.state);
  const until = addDuration(result.at, dispute.disputeWithin);
  if (findOpenDispute(draft, match)) {
    refuse('dispute_open', {});
  }
  if (result.ruled_by !== null || draft.at >= until) {
    refuse('dispute_closed', { at: until });
  }
  emit(
    draft,
    'result_disputed',
    {
      dispute_id: command.dispute_id,
      by: side,
      statement: command.statement,
      statements_until: addDuration(draft.at, dispute.statementsWithin),
      ruling_aimed_at: addDuration(draft.at, dispute.rulingWithin),
      ...findStanding(draft, match, 'dispute'),
    },
    match.id,
  );
}

export function findOpenDispute(
  { state }: Pick<Draft, 'state'>,
  match: Match,
): Dispute | undefined {
  const dispute = state.disputes[match.dispute_id ?? ''];
  return dispute?.status === 'open' ? dispute : undefined;
}

export function decideStatement(
  draft: Draft,
  match: Match,
  side: Side,
  statement: TextReference,
): void {
  const dispute = findOpenDispute(draft, match) ?? refuse('dispute_closed', { at: null });
  if (draft.at >= dispute.statements_until) {
    refuse('dispute_closed', { at: dispute.statements_until });
  }
  emit(draft, 'statement_added', { dispute_id: dispute.id, by: side, statement }, match.id);
}

/** Nobody ruled in time: voided, with a strike each where nobody had reported. */
export function voidDisputeByClock(draft: Draft, matchId: MatchId): void {
  const match = getMatch(draft.state, matchId);
  const isSilent = findOpenDispute(draft, match)?.reason === 'nobody_reported';
  voidMatch(
    draft,
    matchId,
    isSilent
      ? { reason: 'nobody_reported', rule: 'dispute.voidUnreported' }
      : { reason: 'not_ruled', rule: 'dispute.voidUnruled' },
  );
  if (!isSilent) {
    return;
  }
  for (const side of bothSides) {
    giveStrike(draft, getEntryId(match, side), {
      reason: 'not_reported',
      rule: 'dispute.voidUnreported',
      matchId,
    });
  }
}
