import type { Side } from '../ids.ts';
import type { Rules } from '../rules.ts';
import { getOtherSide } from '../sides.ts';
import type { MapScore, Match } from '../state.ts';
import type { Random } from './random.ts';

/** Scores that the rules allow, won by one side. */
export function createScores(random: Random, rules: Rules, match: Match, winner: Side): MapScore[] {
  const limit = rules.score.mapLimit ?? 13;
  const nameMap = (index: number) => match.maps[index]?.map ?? `${index + 1}`;
  const play = (index: number, side: Side, loser: number): MapScore => {
    const score = { map: nameMap(index), challenger: loser, defender: loser };
    return { ...score, [side]: limit };
  };
  const needed = Math.floor(rules.maps.count / 2) + 1;
  if (rules.score.by === 'points') {
    return Array.from({ length: rules.maps.count }, (_, index) =>
      play(index, winner, random.whole(0, limit - 1)),
    );
  }
  const lost = random.whole(0, needed - 1);
  const order = random.shuffle([
    ...Array.from({ length: lost }, () => getOtherSide(winner)),
    ...Array.from({ length: needed - 1 }, () => winner),
  ]);
  return [...order, winner].map((side, index) => play(index, side, random.whole(0, limit - 1)));
}
