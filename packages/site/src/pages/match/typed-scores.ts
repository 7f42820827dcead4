import type { MapScore, Rules, Side } from '@muster/league';
import type { MatchData } from './data.ts';

/** A map's scores as typed: empty while nothing is. */
export interface TypedScore {
  map: string;
  challenger: string;
  defender: string;
}

/** One row for each map of the match. */
export function toTypedScores(
  { maps, rules }: MatchData,
  scores: readonly MapScore[] = [],
): TypedScore[] {
  return Array.from({ length: rules.maps.count }, (_, index) => ({
    map: maps[index]?.map ?? scores[index]?.map ?? String(index + 1),
    challenger: scores[index]?.challenger.toString() ?? '',
    defender: scores[index]?.defender.toString() ?? '',
  }));
}

/** The maps that were played: those before the first that is left empty. */
export function toMapScores(typed: readonly TypedScore[]): MapScore[] {
  const end = typed.findIndex(({ challenger, defender }) => challenger === '' || defender === '');
  return typed.slice(0, end < 0 ? typed.length : end).map(({ map, challenger, defender }) => ({
    map,
    challenger: Number(challenger),
    defender: Number(defender),
  }));
}

/** Who wins by these scores; undefined while they decide nothing. */
export function findTypedWinner(
  { score, maps }: Rules,
  scores: readonly MapScore[],
): Side | null | undefined {
  const total = (side: Side, other: Side) =>
    score.by === 'maps'
      ? scores.filter((map) => map[side] > map[other]).length
      : scores.reduce((sum, map) => sum + map[side], 0);
  const challenger = total('challenger', 'defender');
  const defender = total('defender', 'challenger');
  const isWhole =
    scores.length === maps.count ||
    (score.by === 'maps' && Math.max(challenger, defender) > maps.count / 2);
  if (!isWhole) {
    return undefined;
  }
  if (challenger === defender) {
    return score.draws ? null : undefined;
  }
  return challenger > defender ? 'challenger' : 'defender';
}
