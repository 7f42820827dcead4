import { type Draft, emit, getEntry, getMatch, getRules } from './draft.ts';
import { hasHiddenDraws } from './draw.ts';
import { addDuration, toMilliseconds } from './duration.ts';
import { getFormat } from './formats/formats.ts';
import type { MatchId, Side, TextReference } from './ids.ts';
import { startDueRest } from './rest.ts';
import type { RulePath } from './rules.ts';
import type { MapScore, Match, ResultReason } from './state.ts';

interface Ending {
  winner: Side | null;
  scores?: MapScore[];
  reason: ResultReason;
  /** The rule that made it, when nobody reported. */
  rule?: RulePath;
  isRuled?: boolean;
}

/** Ends a match with a result: standings move now. */
export function finishMatch(
  draft: Draft,
  matchId: MatchId,
  type: 'match_completed' | 'match_forfeited',
  ending: Ending,
): void {
  const match = getMatch(draft.state, matchId);
  const { challenge } = getRules(draft.state);
  const { winner } = ending;
  const { moves, ratings } = getFormat(draft.state).apply(draft.state, {
    challenger: getEntry(draft.state, match.challenger_id),
    defender: getEntry(draft.state, match.defender_id),
    winner,
    at: draft.at,
  });
  const isImmune = winner === 'challenger' && toMilliseconds(challenge.immunity) > 0;
  emit(
    draft,
    type,
    {
      winner,
      scores: ending.scores ?? [],
      reason: ending.reason,
      rule: ending.rule ?? null,
      moves,
      ratings,
      immune_until: isImmune ? addDuration(draft.at, challenge.immunity) : null,
      ruled: ending.isRuled === true,
      ...publishSeed(draft, match),
    },
    matchId,
  );
  startRests(draft, matchId);
}

/** Ends a match as if it had not been. */
export function voidMatch(
  draft: Draft,
  matchId: MatchId,
  ending: { reason: ResultReason; rule?: RulePath; isRuled?: boolean; text?: TextReference | null },
): void {
  emit(
    draft,
    'match_voided',
    {
      reason: ending.reason,
      rule: ending.rule ?? null,
      ruled: ending.isRuled === true,
      text: ending.text ?? null,
      ...publishSeed(draft, getMatch(draft.state, matchId)),
    },
    matchId,
  );
  startRests(draft, matchId);
}

/** Ends a match that both sides call off. */
export function cancelMatch(draft: Draft, match: Match, by: Side): void {
  emit(draft, 'match_cancelled', { by, ...publishSeed(draft, match) }, match.id);
  startRests(draft, match.id);
}

/** No draw comes any more: those that were made can be checked. A page that only asks knows no seed, and keeps nothing. */
function publishSeed({ facts }: Draft, match: Match): { seed?: string } {
  const seed = hasHiddenDraws(match) ? facts.seeds[match.id] : undefined;
  return seed === undefined ? {} : { seed };
}

/** Announced rests begin when the open matches have ended. */
export function startRests(draft: Draft, matchId: MatchId): void {
  const { challenger_id, defender_id } = getMatch(draft.seen, matchId);
  for (const id of [challenger_id, defender_id]) {
    // What has just happened announced no rest, and most entries have none ahead.
    const rests = draft.seen.entries[id]?.rests ?? [];
    if (rests.some(({ status }) => status === 'announced')) {
      startDueRest(draft, id);
    }
  }
}
