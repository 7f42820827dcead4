import { requireAcceptable, requireDeclinable } from './answer.ts';
import { requireNonce } from './challenge.ts';
import type { MatchCommand } from './command.ts';
import { findDefaultTime } from './default-time.ts';
import { type Draft, emit, getLadder, getMatch, getRules, getSeason } from './draft.ts';
import { addDuration, laterOf, subtractDuration } from './duration.ts';
import type { Instant, Side } from './ids.ts';
import { requirePicks, settleMaps } from './maps.ts';
import { refuse } from './refusal.ts';
import { cancelMatch, finishMatch, startRests, voidMatch } from './result.ts';
import { getOtherSide } from './sides.ts';
import { isLostBySilence } from './silence.ts';
import type { DefaultTimeReason, Match, Picks } from './state.ts';
import { requireApart, requireTimes } from './times.ts';

type Command<T extends MatchCommand['type']> = Extract<MatchCommand, { type: T }>;
const noPicks: Picks = { maps: [], sides: [] };

const toTimesInput = (draft: Draft, match: Match) => ({
  state: draft.state,
  match,
  at: draft.at,
});
const getEarliest = (draft: Draft): Instant =>
  addDuration(draft.at, getRules(draft.state).schedule.earliest);

export function decideAcceptance(draft: Draft, match: Match, command: Command<'accept'>): void {
  const rules = getRules(draft.state);
  requireAcceptable({ entries: draft.state.entries, rules, match });
  const times = requireTimes(toTimesInput(draft, match), command.times, getEarliest(draft));
  const picks = requirePicks(draft.state, { C: match.picks.C, D: command.picks }, 'D');
  emit(
    draft,
    'challenge_accepted',
    {
      times,
      picks,
      nonce: requireNonce(command.nonce),
      deadline: addDuration(draft.at, rules.schedule.confirmWithin),
    },
    match.id,
  );
}

export function decideDecline(draft: Draft, match: Match): void {
  requireDeclinable({ entries: draft.state.entries, rules: getRules(draft.state), match });
  const { defender_id: entry_id, is_rematch } = match;
  emit(draft, 'challenge_declined', { entry_id, counts: !is_rematch }, match.id);
  startRests(draft, match.id);
}

export function decideWithdrawal(draft: Draft, match: Match): void {
  emit(draft, 'challenge_withdrawn', { reason: 'by_challenger' }, match.id);
  startRests(draft, match.id);
}

export function decideCounterOffer(
  draft: Draft,
  match: Match,
  command: Command<'counter_offer'>,
): void {
  const times = requireTimes(toTimesInput(draft, match), command.times, getEarliest(draft));
  emit(
    draft,
    'counter_offered',
    { times, deadline: addDuration(draft.at, getRules(draft.state).schedule.confirmWithin) },
    match.id,
  );
}

export function decideConfirmation(
  draft: Draft,
  match: Match,
  side: Side,
  command: Command<'confirm_time'>,
): void {
  if (![...match.offered, ...match.countered].includes(command.time)) {
    refuse('time_not_offered', { time: command.time }, 'time');
  }
  const from = addDuration(draft.at, getRules(draft.state).checkIn.opens);
  if (command.time < from) {
    refuse(
      'time_out_of_window',
      { time: command.time, from, until: match.offered.at(-1) ?? command.time },
      'time',
    );
  }
  requireApart({ state: draft.state, match }, command.time);
  const named = { C: match.picks.C, D: match.picks.D, A: command.picks };
  // The letters A are the challenger's; a defender who confirms a counter-offer leaves them to the draw.
  const picks =
    side === 'challenger' && match.maps.length === 0
      ? requirePicks(draft.state, named, 'A')
      : noPicks;
  scheduleMatch(draft, match, { starts_at: command.time, by: 'agreement', reason: null, picks });
}

interface Scheduling {
  starts_at: Instant;
  by: 'agreement' | 'default';
  reason: DefaultTimeReason | null;
  picks: Picks;
}

function scheduleMatch(
  draft: Draft,
  match: Match,
  { starts_at, by, reason, picks }: Scheduling,
): void {
  const rules = getRules(draft.state);
  const isVeto = rules.maps.choice === 'veto' && rules.maps.pool.length > 0;
  const isSettled = match.maps.length > 0 || isVeto;
  const seed = isVeto ? null : getSeed(draft, match);
  const settled = isSettled
    ? { maps: match.maps, draws: match.draws }
    : settleMaps(rules, { ...match, picks: { ...match.picks, A: picks } }, seed ?? '');
  emit(
    draft,
    'match_scheduled',
    {
      starts_at,
      zone: getLadder(draft.state).zone,
      by,
      reason,
      picks: match.maps.length > 0 ? match.picks.A : picks,
      ...settled,
      seed,
      deadline: getCheckInOpening(draft, starts_at),
    },
    match.id,
  );
}

/** The secret seed of a match, from its log once published. */
export function getSeed(draft: Draft, match: Match): string {
  const seed = match.seed ?? draft.facts.seeds[match.id];
  if (seed === undefined) {
    throw new Error(`The facts lack the seed of match ${match.id}`);
  }
  return seed;
}

function getCheckInOpening(draft: Draft, startsAt: Instant): Instant {
  return laterOf(subtractDuration(startsAt, getRules(draft.state).checkIn.opens), draft.at);
}

/** Nobody agreed on a time: the default one, or none at all. */
export function scheduleByDefault(draft: Draft, matchId: string): void {
  const match = getMatch(draft.state, matchId);
  const found = findDefaultTime(draft.state, match, draft.at, draft.facts);
  if (found) {
    scheduleMatch(draft, match, { ...found, by: 'default', picks: noPicks });
  } else {
    voidMatch(draft, matchId, { reason: 'no_time', rule: 'schedule.latest' });
  }
}

/** Nobody answered: the challenge is lost or lapses. */
export function answerByClock(draft: Draft, matchId: string): void {
  const match = getMatch(draft.state, matchId);
  const rules = getRules(draft.state);
  const { format } = getLadder(draft.state);
  const { ends_at } = getSeason(draft.state);
  if (isLostBySilence({ rules, format, ends_at, match })) {
    finishMatch(draft, matchId, 'match_forfeited', {
      winner: 'challenger',
      reason: 'no_answer',
      rule: 'challenge.unanswered',
    });
  } else {
    const rule = match.is_rematch ? 'challenge.rematchWithin' : 'challenge.unanswered';
    emit(draft, 'challenge_expired', { rule }, matchId);
    startRests(draft, matchId);
  }
}

/** `date_pending`: one side asks, the other agrees, once, and the deadline moves. */
export function decideExtension(draft: Draft, match: Match, side: Side, isAnswer: boolean): void {
  const { extension } = match;
  if (extension?.agreed_at) {
    refuse('extension_used', {});
  }
  if (isAnswer) {
    if (!extension || extension.asked_by === side) {
      refuse('nothing_asked', {});
    }
    const deadline = addDuration(
      match.deadline ?? draft.at,
      getRules(draft.state).schedule.datePending,
    );
    emit(draft, 'extension_agreed', { by: side, deadline, rule: 'schedule.datePending' }, match.id);
  } else if (extension && extension.asked_by !== side) {
    decideExtension(draft, match, side, true);
  } else {
    if (extension) {
      refuse('already_asked', {});
    }
    emit(draft, 'extension_asked', { by: side }, match.id);
  }
}

export function decideCancellation(
  draft: Draft,
  match: Match,
  side: Side,
  isAnswer: boolean,
): void {
  const { cancellation } = match;
  const isBoth = cancellation !== null && cancellation.asked_by === getOtherSide(side);
  if (isBoth) {
    cancelMatch(draft, match, side);
  } else {
    if (isAnswer) {
      refuse('nothing_asked', {});
    }
    if (cancellation) {
      refuse('already_asked', {});
    }
    emit(draft, 'cancellation_asked', { by: side }, match.id);
  }
}

export function decideRescheduleRequest(
  draft: Draft,
  match: Match,
  side: Side,
  times: Instant[],
): void {
  const { schedule } = getRules(draft.state);
  requireReschedulable(draft, match);
  if (match.reschedule?.asked_by === side) {
    refuse('already_asked', {});
  }
  const earliest = addDuration(draft.at, schedule.rescheduleUntil);
  emit(
    draft,
    'reschedule_asked',
    { by: side, times: requireTimes(toTimesInput(draft, match), times, earliest, 1) },
    match.id,
  );
}

function requireReschedulable(draft: Draft, match: Match): void {
  const { schedule } = getRules(draft.state);
  if (match.reschedules >= schedule.reschedules) {
    refuse('reschedules_used', { limit: schedule.reschedules });
  }
  const until = subtractDuration(match.time?.starts_at ?? draft.at, schedule.rescheduleUntil);
  if (draft.at > until) {
    refuse('deadline_passed', { at: until });
  }
}

export function decideRescheduleAnswer(
  draft: Draft,
  match: Match,
  side: Side,
  time: Instant | null,
): void {
  const { reschedule } = match;
  if (!reschedule || reschedule.asked_by === side) {
    refuse('nothing_asked', {});
  }
  if (time === null) {
    emit(draft, 'reschedule_refused', { by: side }, match.id);
    return;
  }
  requireReschedulable(draft, match);
  if (!reschedule.times.includes(time)) {
    refuse('time_not_offered', { time }, 'time');
  }
  const from = addDuration(draft.at, getRules(draft.state).checkIn.opens);
  if (time < from) {
    refuse('time_out_of_window', { time, from, until: reschedule.times.at(-1) ?? time }, 'time');
  }
  requireApart({ state: draft.state, match }, time);
  emit(
    draft,
    'match_rescheduled',
    {
      starts_at: time,
      zone: getLadder(draft.state).zone,
      deadline: getCheckInOpening(draft, time),
    },
    match.id,
  );
}
