import { describe, expect, it } from 'vitest';
import { Refused } from './refusal.ts';
import type { Rules } from './rules.ts';
import { createDefaultRules, parseRules } from './rules-schema.ts';
import { requireScores } from './score.ts';
import type { MapScore, Match } from './state.ts';

const match = { maps: ['One', 'Two', 'Three'].map((map) => ({ map })) } as Match;

function toRules(input: unknown): Rules {
  const parsed = parseRules(input);
  if (!parsed.ok) throw new Error(parsed.fault.path);
  return parsed.rules;
}

const toScores = (...pairs: [number, number][]): MapScore[] =>
  pairs.map(([challenger, defender], index) => ({
    map: match.maps[index]?.map ?? '',
    challenger,
    defender,
  }));

function judge(rules: Rules, scores: MapScore[]) {
  try {
    return requireScores(rules, match, scores).winner;
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}

describe('scores', () => {
  const rules = toRules({ score: { mapLimit: 11 } });

  it('name the side that took most maps, once nobody can catch up', () => {
    expect(judge(rules, toScores([11, 4], [3, 11], [11, 9]))).toBe('challenger');
    expect(judge(rules, toScores([2, 11], [3, 11]))).toBe('defender');
    expect(judge(rules, toScores([11, 4]))).toMatchObject({ code: 'score_undecided' });
  });

  it('over the limit of a map are refused with map and limit', () => {
    expect(judge(rules, toScores([12, 4], [11, 4]))).toEqual({
      code: 'score_impossible',
      params: { map: 'One', limit: 11 },
      field: 'scores',
    });
    for (const bad of [-1, 1.5, Number.NaN, 2_000_000]) {
      expect(judge(createDefaultRules(), toScores([bad, 0], [1, 0]))).toMatchObject({
        code: 'score_impossible',
      });
    }
  });

  it('of a map that was not picked say which was', () => {
    const [first, ...rest] = toScores([11, 4], [11, 3]);
    const wrong = { ...first, map: 'Elsewhere', challenger: 12, defender: 4 };
    expect(judge(rules, [wrong, ...rest])).toEqual({
      code: 'map_not_picked',
      params: { map: 'Elsewhere', picked: 'One' },
      field: 'scores',
    });
    expect(judge(rules, toScores([11, 4], [11, 3]).toReversed())).toMatchObject({
      code: 'map_not_picked',
      params: { map: 'Two', picked: 'One' },
    });
  });

  it('that end level say so by a name of their own, where the rules know no draw', () => {
    expect(judge(rules, toScores([11, 4], [7, 7]))).toEqual({
      code: 'score_drawn',
      params: { map: 'Two', rule: 'score.draws' },
      field: 'scores',
    });
    const drawn = toRules({ score: { draws: true } });
    expect(judge(drawn, toScores([1, 0], [0, 1], [2, 2]))).toBeNull();
  });

  it('are summed where points count', () => {
    const points = toRules({ score: { by: 'points', draws: true }, maps: { count: 2 } });
    expect(judge(points, toScores([10, 4], [3, 8]))).toBe('challenger');
    expect(judge(points, toScores([10, 4], [2, 8]))).toBeNull();
  });
});
