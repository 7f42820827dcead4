import type { MatchCommand, RulingCommand } from './command.ts';
import { findOpenDispute } from './dispute.ts';
import { type Draft, emit, getMatch, getRules, requireOpenSeason } from './draft.ts';
import { addDuration, isInstant } from './duration.ts';
import type { MatchId, Side } from './ids.ts';
import { findStanding, requireJudge } from './judges.ts';
import { requireLadderAdmin } from './permissions.ts';
import { listRestandings } from './recompute.ts';
import { refuse } from './refusal.ts';
import { findReport } from './report.ts';
import { finishMatch, voidMatch } from './result.ts';
import { hasSameScores, requireScores } from './score.ts';
import { getOtherSide } from './sides.ts';
import type { Appeal, Dispute, Match, MatchResult, RulingOutcome } from './state.ts';
import { findTooClose, getReplayEarliest } from './times.ts';

type Command<T extends RulingCommand['type']> = Extract<RulingCommand, { type: T }>;

/** An admin decides a dispute, or the outsider: of a match in play, or of a result. */
export function decideRuling(draft: Draft, match: Match, command: Command<'rule'>): void {
  requireJudge(draft, match, 'dispute');
  requireOpenSeason(draft.state);
  const dispute = findOpenDispute(draft, match) ?? refuse('dispute_closed', { at: null });
  requireRule(command.rule);
  const outcome = requireOutcome(draft, match, command.outcome);
  if (dispute.after_result) {
    ruleResult(draft, match, dispute, { ...command, outcome });
  } else {
    rulePlay(draft, match, dispute, { ...command, outcome });
  }
}

function requireRule(rule: string): void {
  if (rule.trim().length === 0 || rule.length > 80) {
    refuse('field_invalid', { field: 'rule' }, 'rule');
  }
}

function requireOutcome(draft: Draft, match: Match, outcome: RulingOutcome): RulingOutcome {
  if (outcome.kind === 'completed' && outcome.scores.length > 0) {
    const { winner } = requireScores(getRules(draft.state), match, outcome.scores);
    if (winner !== outcome.winner) {
      refuse('field_invalid', { field: 'winner' }, 'winner');
    }
  }
  if (
    outcome.kind === 'completed' &&
    outcome.winner === null &&
    !getRules(draft.state).score.draws
  ) {
    refuse('score_undecided', {}, 'winner');
  }
  return outcome;
}

/** Of a match in play: the ruling ends it, or orders a replay. */
function rulePlay(
  draft: Draft,
  match: Match,
  dispute: Dispute,
  { outcome, rule, reason }: Command<'rule'>,
): void {
  const claimed = findReport(match);
  if (outcome.kind === 'replay') {
    requireReplay(draft, match, outcome.times);
  }
  if (outcome.kind === 'upheld' && !claimed) {
    refuse('ruling_impossible', { status: match.status });
  }
  const isUpheld =
    outcome.kind === 'upheld' ||
    (outcome.kind === 'completed' && claimed !== null && outcome.winner === claimed.winner);
  emit(
    draft,
    'ruling_given',
    {
      dispute_id: dispute.id,
      outcome,
      status: isUpheld ? 'upheld' : 'overturned',
      rule,
      text: reason,
    },
    match.id,
  );
  const ruled = { reason: 'ruling', isRuled: true } as const;
  switch (outcome.kind) {
    case 'completed':
      finishMatch(draft, match.id, 'match_completed', {
        winner: outcome.winner,
        scores: outcome.scores,
        ...ruled,
      });
      break;
    case 'upheld':
      finishMatch(draft, match.id, 'match_completed', {
        winner: claimed?.winner ?? null,
        scores: claimed?.scores ?? [],
        ...ruled,
      });
      break;
    case 'forfeited':
      finishMatch(draft, match.id, 'match_forfeited', {
        winner: getOtherSide(outcome.loser),
        ...ruled,
      });
      break;
    case 'voided':
      voidMatch(draft, match.id, ruled);
      break;
    case 'replay':
      orderReplay(draft, match, outcome.times);
      break;
  }
}

function orderReplay(draft: Draft, match: Match, times: string[]): void {
  const deadline = addDuration(draft.at, getRules(draft.state).schedule.confirmWithin);
  emit(draft, 'replay_ordered', { times, deadline }, match.id);
}

/** A replay names three times after the deadline to choose among them, and takes both sides' places again. */
function requireReplay(draft: Draft, match: Match, times: readonly string[]): void {
  const { challenger_id, defender_id } = match;
  const challenger = draft.state.entries[challenger_id];
  const defender = draft.state.entries[defender_id];
  const other = challenger?.challenging ?? defender?.challenged_by;
  if (other) {
    refuse('open_match', { match_id: other });
  }
  if (challenger?.status !== 'active' || defender?.status !== 'active') {
    refuse('ruling_impossible', { status: match.status });
  }
  if (times.length !== 3) {
    refuse('times_count', { has: times.length, minimum: 3, maximum: 3 }, 'times');
  }
  const from = getReplayEarliest(draft.state, draft.at);
  const until = draft.state.season?.ends_at ?? from;
  for (const [index, time] of times.entries()) {
    if (!isInstant(time)) {
      refuse('field_invalid', { field: 'times' }, 'times');
    }
    if (times.indexOf(time) < index) {
      refuse('times_not_distinct', { time }, 'times');
    }
    if (time <= from || time >= until) {
      refuse('time_out_of_window', { time, from, until }, 'times');
    }
    const close = findTooClose(draft.state, match, time);
    if (close) {
      refuse(
        'time_too_close',
        { time, match_id: close, apart: getRules(draft.state).schedule.apart },
        'times',
      );
    }
  }
}

/** Of a result: upheld, or overturned and the season recomputed. */
function ruleResult(
  draft: Draft,
  match: Match,
  dispute: Dispute,
  { outcome, rule, reason }: Command<'rule'>,
): void {
  if (outcome.kind === 'replay') {
    refuse('ruling_impossible', { status: match.status });
  }
  const isUpheld = outcome.kind === 'upheld' || isSameOutcome(match.result, outcome);
  emit(
    draft,
    'ruling_given',
    {
      dispute_id: dispute.id,
      outcome,
      status: isUpheld ? 'upheld' : 'overturned',
      rule,
      text: reason,
    },
    match.id,
  );
  if (!isUpheld) {
    overturn(draft, match, outcome, { dispute_id: dispute.id, appeal_id: null });
  }
}

function isSameOutcome(result: MatchResult | null, outcome: RulingOutcome): boolean {
  if (!result || outcome.kind !== result.kind) {
    return false;
  }
  if (outcome.kind === 'completed') {
    return (
      outcome.winner === result.winner &&
      (outcome.scores.length === 0 || hasSameScores(outcome.scores, result.scores))
    );
  }
  return (
    outcome.kind === 'voided' ||
    (outcome.kind === 'forfeited' && getOtherSide(outcome.loser) === result.winner)
  );
}

function overturn(
  draft: Draft,
  match: Match,
  outcome: RulingOutcome,
  by: { dispute_id: string | null; appeal_id: string | null },
): void {
  const { recompute } = draft.facts;
  if (!recompute) {
    throw new Error('A ruling on a result needs the season recomputed among the facts');
  }
  const { state, ruled } = recompute({ match_id: match.id, outcome });
  emit(
    draft,
    'result_overturned',
    { outcome, ...by, ...listRestandings(draft.state, state), result_moves: [...ruled] },
    match.id,
  );
}

/** An open match voided by an admin. */
export function decideVoid(draft: Draft, match: Match, command: Command<'void_match'>): void {
  requireLadderAdmin(draft, match);
  requireRule(command.rule);
  voidMatch(draft, match.id, { reason: 'by_admin', isRuled: true, text: command.reason });
}

export function decideDeadlineExtension(
  draft: Draft,
  match: Match,
  command: Command<'extend_deadline'>,
): void {
  requireLadderAdmin(draft, match);
  if (!isInstant(command.until) || match.deadline === null || command.until <= match.deadline) {
    refuse('field_invalid', { field: 'until' }, 'until');
  }
  emit(draft, 'deadline_extended', { deadline: command.until, text: command.reason }, match.id);
}

/** A ruling may be appealed once, by either side. */
export function decideAppeal(
  draft: Draft,
  match: Match,
  side: Side,
  command: Extract<MatchCommand, { type: 'appeal' }>,
): void {
  requireOpenSeason(draft.state);
  if (match.appeal_id !== null) {
    refuse('appeal_used', {});
  }
  const { result } = match;
  if (!result?.ruled_at) {
    refuse('match_not_open', { status: match.status });
  }
  const until = addDuration(result.ruled_at, getRules(draft.state).dispute.appealWithin);
  if (draft.at >= until) {
    refuse('deadline_passed', { at: until });
  }
  emit(
    draft,
    'appeal_made',
    {
      appeal_id: command.appeal_id,
      dispute_id: match.dispute_id,
      by: side,
      statement: command.statement,
      ...findStanding(draft, match, 'appeal'),
    },
    match.id,
  );
}

const unjudged = {
  outcome: { kind: 'upheld' },
  status: 'upheld',
  rule: 'dispute.rulingWithin',
  text: null,
} as const;

/** Nobody could judge a dispute of a result, or an appeal, until its time was over: what stands stands. */
export function upholdByClock(draft: Draft, matchId: MatchId): void {
  const match = getMatch(draft.state, matchId);
  const appeal = draft.state.appeals[match.appeal_id ?? ''];
  if (appeal?.status === 'open') {
    const { id: appeal_id, dispute_id } = appeal;
    emit(draft, 'appeal_decided', { appeal_id, dispute_id, ...unjudged }, matchId);
  } else if (match.dispute_id !== null) {
    emit(draft, 'ruling_given', { dispute_id: match.dispute_id, ...unjudged }, matchId);
  }
}

/**
 * Nobody can judge what somebody could when it was asked, since they left office or came into the match: the time
 * after which it stands begins now.
 */
export function reviewCase(draft: Draft, match: Match): void {
  const appeal = draft.state.appeals[match.appeal_id ?? ''];
  if (appeal?.status === 'open') {
    startStanding(draft, match, { kind: 'appeal', of: appeal });
    return;
  }
  const dispute = findOpenDispute(draft, match);
  // A match in play has a clock already.
  if (dispute?.after_result) {
    startStanding(draft, match, { kind: 'dispute', of: dispute });
  }
}

function startStanding(
  draft: Draft,
  match: Match,
  { kind, of }: { kind: 'dispute'; of: Dispute } | { kind: 'appeal'; of: Appeal },
): void {
  const { stands_at } = findStanding(draft, match, kind);
  if (of.stands_at === undefined && stands_at !== undefined) {
    const ids =
      kind === 'appeal'
        ? { dispute_id: null, appeal_id: of.id }
        : { dispute_id: of.id, appeal_id: null };
    emit(draft, 'case_unjudged', { ...ids, stands_at }, match.id);
  }
}

/** A site admin who did not give the ruling decides the appeal for good, or the outsider. */
export function decideAppealRuling(
  draft: Draft,
  match: Match,
  command: Command<'decide_appeal'>,
): void {
  const actor = requireJudge(draft, match, 'appeal');
  requireOpenSeason(draft.state);
  const appeal = draft.state.appeals[match.appeal_id ?? ''];
  if (appeal?.status !== 'open') {
    refuse('not_found', { what: 'appeal', id: match.appeal_id ?? '' });
  }
  if (match.result?.ruled_by === actor.person_id) {
    refuse('own_match', {});
  }
  requireRule(command.rule);
  const outcome = requireOutcome(draft, match, command.outcome);
  if (outcome.kind === 'replay') {
    refuse('ruling_impossible', { status: match.status });
  }
  const isUpheld = outcome.kind === 'upheld' || isSameOutcome(match.result, outcome);
  emit(
    draft,
    'appeal_decided',
    {
      appeal_id: appeal.id,
      dispute_id: appeal.dispute_id,
      outcome,
      status: isUpheld ? 'upheld' : 'overturned',
      rule: command.rule,
      text: command.reason,
    },
    match.id,
  );
  if (!isUpheld) {
    overturn(draft, getMatch(draft.state, match.id), outcome, {
      dispute_id: appeal.dispute_id,
      appeal_id: appeal.id,
    });
  }
}
