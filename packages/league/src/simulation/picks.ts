import { getRules } from '../draft.ts';
import type { LadderState, Match, Picks } from '../state.ts';
import type { Random } from './random.ts';

/** One step's picks by somebody who mostly remembers to name them. */
export function toPicks(
  random: Random,
  state: LadderState,
  match: Match | null,
  letter: 'C' | 'D' | 'A',
): Picks {
  const { maps } = getRules(state);
  if (maps.choice !== 'letters' || maps.pool.length === 0 || random.chance(0.1)) {
    return { maps: [], sides: [] };
  }
  const count = (letters: readonly string[]) => letters.filter((other) => other === letter).length;
  const taken = match ? [...match.picks.C.maps, ...match.picks.D.maps] : [];
  const free = maps.pool.filter((map) => !maps.distinct || !taken.includes(map));
  const sides =
    maps.sides.length > 0
      ? Array.from({ length: count(maps.sideLetters) }, () => random.pick(maps.sides))
      : [];
  return { maps: random.shuffle(free).slice(0, count(maps.letters)), sides };
}
