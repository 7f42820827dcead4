import { createDefaultRules, type MapScore, type Rules } from '@muster/league';
import { describe, expect, it } from 'vitest';
import type { MatchData } from './data.ts';
import { findTypedWinner, toMapScores, toTypedScores } from './typed-scores.ts';

function toRules(by: Rules['score']['by'], count: number, draws = false): Rules {
  const rules = createDefaultRules();
  return {
    ...rules,
    maps: { ...rules.maps, count },
    score: { ...rules.score, by, draws },
  };
}

const toScores = (...scores: [number, number][]): MapScore[] =>
  scores.map(([challenger, defender], index) => ({ map: String(index), challenger, defender }));

it('begins with a row for each map of the match, under its name where it has one', () => {
  // The form reads no more of a match.
  const data = { maps: [{ map: 'Mirak Valley' }], rules: toRules('maps', 3) } as MatchData;
  const given: MapScore[] = [
    { map: 'Elsewhere', challenger: 0, defender: 11 },
    { map: 'Cairo', challenger: 11, defender: 9 },
  ];
  expect(toTypedScores(data, given)).toEqual([
    { map: 'Mirak Valley', challenger: '0', defender: '11' },
    { map: 'Cairo', challenger: '11', defender: '9' },
    { map: '3', challenger: '', defender: '' },
  ]);
  expect(toTypedScores(data).map(({ challenger }) => challenger)).toEqual(['', '', '']);
});

it('ends with the map before the first that one of the two is not typed of', () => {
  const row = (challenger: string, defender: string) => ({ map: 'A', challenger, defender });
  const read = (...rows: ReturnType<typeof row>[]) => toMapScores(rows).length;
  expect(toMapScores([row('11', '0')])).toEqual([{ map: 'A', challenger: 11, defender: 0 }]);
  expect(read(row('1', '2'), row('2', '1'), row('', ''))).toBe(2);
  expect(read(row('1', '2'), row('2', ''), row('3', '1'))).toBe(1);
  expect(read(row('1', '2'), row('', '2'), row('3', '1'))).toBe(1);
  expect(read(row('', ''))).toBe(0);
});

describe('by these scores', () => {
  it.each<[string, Rules, MapScore[], ReturnType<typeof findTypedWinner>]>([
    ['nothing is decided yet', toRules('maps', 3), toScores([2, 1]), undefined],
    [
      'more than half of the maps decide',
      toRules('maps', 3),
      toScores([2, 1], [3, 0]),
      'challenger',
    ],
    ['half of the maps do not', toRules('maps', 4), toScores([1, 2], [0, 3]), undefined],
    [
      'the defender wins more maps',
      toRules('maps', 3),
      toScores([2, 1], [0, 3], [1, 2]),
      'defender',
    ],
    [
      'a map of as many points is nobody’s',
      toRules('maps', 3),
      toScores([2, 2], [3, 3], [0, 1]),
      'defender',
    ],
    [
      'as many maps are a draw where those are',
      toRules('maps', 2, true),
      toScores([2, 1], [0, 3]),
      null,
    ],
    ['and else nothing', toRules('maps', 2), toScores([2, 1], [0, 3]), undefined],
    ['points are added over maps', toRules('points', 2), toScores([1, 2], [5, 2]), 'challenger'],
    ['and all maps count', toRules('points', 3), toScores([9, 0], [9, 0]), undefined],
    ['as many points are a draw', toRules('points', 2, true), toScores([1, 2], [2, 1]), null],
  ])('%s', (_what, rules, scores, winner) => {
    expect(findTypedWinner(rules, scores)).toBe(winner);
  });
});
