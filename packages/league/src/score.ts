import type { Side } from './ids.ts';
import { refuse } from './refusal.ts';
import type { Rules } from './rules.ts';
import type { MapScore, Match } from './state.ts';

/** Scores as the rules allow them, and the side that they say has won; null is a draw. */
export function requireScores(
  rules: Rules,
  match: Match,
  scores: readonly MapScore[],
): { scores: MapScore[]; winner: Side | null } {
  if (scores.length > rules.maps.count) {
    refuse('score_undecided', {}, 'scores');
  }
  const checked = scores.map((score, index) =>
    requireMapScore(rules, match.maps[index]?.map, score),
  );
  const winner = findWinner(rules, checked);
  const isWhole =
    checked.length === rules.maps.count ||
    (rules.score.by === 'maps' && countLead(checked) > rules.maps.count / 2);
  if (!isWhole || (winner === null && !rules.score.draws)) {
    refuse('score_undecided', {}, 'scores');
  }
  return { scores: checked, winner };
}

function requireMapScore(
  { score: rule }: Rules,
  map: string | undefined,
  score: MapScore,
): MapScore {
  const limit = rule.mapLimit;
  const points = [score.challenger, score.defender];
  const isCount = points.every(
    (value) => Number.isSafeInteger(value) && value >= 0 && value <= (limit ?? 1_000_000),
  );
  const isNamed = typeof score.map === 'string' && score.map.length <= 80;
  if (isNamed && map !== undefined && score.map !== map) {
    refuse('map_not_picked', { map: score.map, picked: map }, 'scores');
  }
  const name = map ?? String(score.map);
  if (!isCount || !isNamed) {
    refuse('score_impossible', { map: name, limit }, 'scores');
  }
  const isDecided = rule.by === 'points' || rule.draws || score.challenger !== score.defender;
  if (!isDecided) {
    refuse('score_drawn', { map: name, rule: 'score.draws' }, 'scores');
  }
  return { map: score.map, challenger: score.challenger, defender: score.defender };
}

const countWins = (scores: readonly MapScore[], side: Side, other: Side) =>
  scores.filter((score) => score[side] > score[other]).length;
const countLead = (scores: readonly MapScore[]) =>
  Math.max(
    countWins(scores, 'challenger', 'defender'),
    countWins(scores, 'defender', 'challenger'),
  );

function findWinner({ score }: Rules, scores: readonly MapScore[]): Side | null {
  const total = (side: Side, other: Side) =>
    score.by === 'maps'
      ? countWins(scores, side, other)
      : scores.reduce((sum, map) => sum + map[side], 0);
  const challenger = total('challenger', 'defender');
  const defender = total('defender', 'challenger');
  if (challenger === defender) {
    return null;
  }
  return challenger > defender ? 'challenger' : 'defender';
}

/** One map of two reports beside each other; null where a report has no such map. */
interface ComparedScore {
  own: MapScore | null;
  theirs: MapScore | null;
  isSame: boolean;
}

/** Two reports map by map, as many rows as the longer one has maps. */
export function compareScores(
  own: readonly MapScore[],
  theirs: readonly MapScore[],
): ComparedScore[] {
  const length = Math.max(own.length, theirs.length);
  return Array.from({ length }, (_, index) => {
    const [one, other] = [own.slice(index, index + 1), theirs.slice(index, index + 1)];
    return { own: one[0] ?? null, theirs: other[0] ?? null, isSame: hasSameScores(one, other) };
  });
}

export function hasSameScores(first: readonly MapScore[], second: readonly MapScore[]): boolean {
  return (
    first.length === second.length &&
    first.every((score, index) => {
      const other = second[index];
      return (
        other?.map === score.map &&
        other.challenger === score.challenger &&
        other.defender === score.defender
      );
    })
  );
}
