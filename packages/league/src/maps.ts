import { getRules } from './draft.ts';
import { drawNext } from './draw.ts';
import type { Side } from './ids.ts';
import { refuse } from './refusal.ts';
import type { PickLetter, Rules } from './rules.ts';
import type { Draw, LadderState, Match, MatchMap, Picks } from './state.ts';

const countLetters = (letters: readonly PickLetter[], letter: PickLetter) =>
  letters.filter((other) => other === letter).length;

/** One step's picks, checked against the pool and the picks before it. Fewer than asked are drawn later. */
export function requirePicks<Letter extends 'C' | 'D' | 'A'>(
  state: LadderState,
  named: Record<Letter, Picks> & Partial<Match['picks']>,
  letter: Letter,
): Picks {
  const { maps } = getRules(state);
  const picks = named[letter];
  const isByLetters = maps.choice === 'letters' && maps.pool.length > 0;
  const mapLimit = isByLetters ? countLetters(maps.letters, letter) : 0;
  const sideLimit =
    isByLetters && maps.sides.length > 0 ? countLetters(maps.sideLetters, letter) : 0;
  if (picks.maps.length > mapLimit) {
    refuse('pick_count', { has: picks.maps.length, limit: mapLimit }, 'maps');
  }
  if (picks.sides.length > sideLimit) {
    refuse('pick_count', { has: picks.sides.length, limit: sideLimit }, 'sides');
  }
  const others = Object.entries<Picks>(named).filter(([other]) => other !== letter);
  const taken = others.flatMap(([, other]) => other.maps);
  for (const [index, map] of picks.maps.entries()) {
    if (!maps.pool.includes(map)) {
      refuse('map_not_in_pool', { map }, 'maps');
    }
    if (maps.distinct && (taken.includes(map) || picks.maps.indexOf(map) < index)) {
      refuse('map_twice', { map }, 'maps');
    }
  }
  const stranger = picks.sides.find((side) => !maps.sides.includes(side));
  if (stranger !== undefined) {
    refuse('side_unknown', { side: stranger }, 'sides');
  }
  return { maps: [...picks.maps], sides: [...picks.sides] };
}

/** A match's maps once every letter has spoken: named picks in their places, the rest drawn. */
export function settleMaps(
  rules: Rules,
  match: Match,
  seed: string,
): { maps: MatchMap[]; draws: Draw[] } {
  const { maps: rule } = rules;
  if (rule.choice === 'veto' || rule.pool.length === 0) {
    return { maps: [], draws: [] };
  }
  const draws: Draw[] = [];
  const draw = (purpose: 'map' | 'side', options: string[]): string => {
    const next = drawNext(match, seed, draws, { purpose, options });
    draws.push(next);
    return next.value;
  };
  const taken = new Set([...match.picks.C.maps, ...match.picks.D.maps, ...match.picks.A.maps]);
  const chosen = takeLetters(rule.letters, match, 'maps').map((named): MatchMap => {
    const options = rule.distinct ? rule.pool.filter((name) => !taken.has(name)) : rule.pool;
    const map = named?.value ?? draw('map', options);
    taken.add(map);
    return { map, by: named?.by ?? 'draw', challenger_side: null, side_by: null };
  });
  if (rule.sides.length === 0) {
    return { maps: chosen, draws };
  }
  const sides = takeLetters(rule.sideLetters, match, 'sides');
  const maps = chosen.map((map, index): MatchMap => {
    const named = sides[index];
    if (!named) {
      return { ...map, challenger_side: draw('side', rule.sides), side_by: 'draw' };
    }
    const { value, by } = named;
    return {
      ...map,
      challenger_side: by === 'challenger' ? value : getOtherName(rule.sides, value),
      side_by: by,
    };
  });
  return { maps, draws };
}

/** Each letter's pick in its place; null where the draw decides. */
function takeLetters(
  letters: readonly PickLetter[],
  match: Match,
  kind: keyof Picks,
): ({ value: string; by: Side } | null)[] {
  const next = { C: 0, D: 0, A: 0 };
  return letters.map((letter) => {
    if (letter === 'R') {
      return null;
    }
    const value = match.picks[letter][kind][next[letter]];
    next[letter] += 1;
    return value === undefined ? null : { value, by: letter === 'D' ? 'defender' : 'challenger' };
  });
}

export function getOtherName(sides: readonly string[], side: string): string {
  return sides.find((other) => other !== side) ?? side;
}
