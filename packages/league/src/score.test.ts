import { describe, expect, it } from 'vitest';
import { Refused } from './refusal.ts';
import type { Rules } from './rules.ts';
import { createDefaultRules, parseRules } from './rules-schema.ts';
import { compareScores, hasSameScores, requireScores } from './score.ts';
import type { MapScore, Match } from './state.ts';
import { like, limit, rows, type Said } from './testing/rows.ts';
import { onMatch, startLive } from './testing/stations.ts';
import { captain } from './testing/world.ts';

const match = { maps: ['One', 'Two', 'Three'].map((map) => ({ map })) } as Match;

function toRules(input: unknown): Rules {
  const parsed = parseRules(input);
  if (!parsed.ok) {
    throw new Error(parsed.fault.path);
  }
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
    if (error instanceof Refused) {
      return error.refusal;
    }
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

const pool = ['One', 'Two', 'Three', 'Four', 'Five'];
const undecided: Said = { code: 'score_undecided', params: {}, field: 'scores' };
type Pair = [challenger: number, defender: number];

/** The challenger reports points, map by map; maps have no names unless they are given. */
const ask = (rules: unknown, pairs: Pair[], names: unknown[] = []) => ({
  world: startLive(rules),
  actor: captain(4),
  command: {
    type: 'report' as const,
    ...onMatch,
    scores: pairs.map(([challenger, defender], index) => ({
      map: (names[index] ?? '') as string,
      challenger,
      defender,
    })),
  },
});
const won: Pair = [11, 3];
const lost: Pair = [3, 11];
const taken: Said = ['match_reported'];
const conceded: Said = ['match_completed'];

rows('a report of the best of three', (pairs: Pair[]) => ask({}, pairs), {
  'is whole after two maps of one side': [[won, won], taken],
  'is whole after three': [[won, lost, won], taken],
  'is whole with a third map that decides nothing': [[won, won, lost], taken],
  'is a loss the other way': [[lost, won, lost], conceded],
  'is not whole after one': [[won], undecided],
  'is not whole at one each': [[won, lost], undecided],
  'is not nothing': [[], undecided],
  'is not four maps': [[won, lost, won, won], undecided],
});

rows(
  'a report by points',
  ({ pairs, draws = false }: { pairs: Pair[]; draws?: boolean }) =>
    ask({ score: { by: 'points', draws }, maps: { count: 2 } }, pairs),
  {
    'sums them': [
      {
        pairs: [
          [10, 4],
          [3, 8],
        ],
      },
      taken,
    ],
    'may have a map that ends level': [
      {
        pairs: [
          [5, 5],
          [6, 5],
        ],
      },
      taken,
    ],
    'is for the other by one point': [
      {
        pairs: [
          [5, 5],
          [5, 6],
        ],
      },
      conceded,
    ],
    'is not level where the rules know no draw': [
      {
        pairs: [
          [5, 5],
          [6, 6],
        ],
      },
      undecided,
    ],
    'is level where they do': [
      {
        pairs: [
          [5, 5],
          [6, 6],
        ],
        draws: true,
      },
      taken,
    ],
    'needs all maps, however far one side is ahead': [{ pairs: [[99, 0]] }, undecided],
  },
);

rows('maps that end level', (draws: boolean) => ask({ score: { draws } }, [[7, 7], won, won]), {
  'count where the rules know draws': [true, taken],
  'do not where they know none': [
    false,
    { code: 'score_drawn', params: { map: '', rule: 'score.draws' }, field: 'scores' },
  ],
});

limit(
  'a map ends at its limit',
  (away) => ask({ score: { mapLimit: 11 } }, [won, [11 + away, 0]]),
  {
    before: taken,
    at: taken,
    after: { code: 'score_impossible', params: { map: '', limit: 11 }, field: 'scores' },
  },
);

limit(
  'a map ends at a million where the rules set none',
  (away) => ask({}, [won, [1_000_000 + away, 0]]),
  {
    before: taken,
    at: taken,
    after: { code: 'score_impossible', params: { map: '', limit: null }, field: 'scores' },
  },
);

limit('nobody has less than nothing', (away) => ask({}, [won, [11, away]]), {
  before: 'score_impossible',
  at: taken,
  after: taken,
});

const named = { maps: { pool: pool, letters: ['C', 'D', 'R'] } };

rows('the map of a score', (name: unknown) => ask({}, [won, won], ['', name]), {
  'may be anything where none is picked': ['Anywhere', taken],
  'has eighty letters': ['m'.repeat(80), taken],
  'has no more': [
    'm'.repeat(81),
    { code: 'score_impossible', params: { map: 'm'.repeat(81), limit: null }, field: 'scores' },
  ],
  'is a text': [
    7,
    { code: 'score_impossible', params: { map: '7', limit: null }, field: 'scores' },
  ],
  'is no list of texts': [
    ['One'],
    { code: 'score_impossible', params: { map: 'One', limit: null }, field: 'scores' },
  ],
});

rows(
  'the map of a score that was picked',
  (isRight: boolean) => {
    const asked = ask(named, [won, won]);
    const maps = asked.world.state.matches.match?.maps ?? [];
    const scores = asked.command.scores.map((score, index) => ({
      ...score,
      map: isRight ? (maps[index]?.map ?? '') : 'Elsewhere',
    }));
    return { ...asked, command: { ...asked.command, scores } };
  },
  { 'is that one': [true, taken], 'is no other': [false, 'map_not_picked'] },
);

describe('the same scores', () => {
  const one = toScores([11, 4], [3, 11]);
  it.each([
    ['are the same', one, true],
    ['are not more', [...one, ...toScores([1, 2])], false],
    ['are not fewer', one.slice(1), false],
    ['are not others of the challenger', toScores([10, 4], [3, 11]), false],
    ['are not others of the defender', toScores([11, 4], [3, 10]), false],
    ['are not those of other maps', one.map((score) => ({ ...score, map: 'Else' })), false],
  ] as [string, MapScore[], boolean][])('%s', (_name, other, isSame) => {
    expect(hasSameScores(one, other)).toBe(isSame);
  });
});

rows(
  'who has won',
  ({ rules = {}, pairs }: { rules?: object; pairs: Pair[] }) => ask(rules, pairs),
  {
    'is who took more maps, whoever made more points': [
      {
        pairs: [
          [11, 10],
          [0, 11],
          [11, 10],
        ],
      },
      [{ type: 'match_reported', data: like({ winner: 'challenger' }) }],
    ],
    'is not known after one map of two': [
      { rules: { maps: { count: 2 } }, pairs: [won] },
      undecided,
    ],
    'is not known after two of three where points count': [
      { rules: { score: { by: 'points' } }, pairs: [won, won] },
      undecided,
    ],
    'is not known after two level maps of three': [
      {
        rules: { score: { draws: true } },
        pairs: [
          [7, 7],
          [7, 7],
        ],
      },
      undecided,
    ],
  },
);

it('two reports are laid beside each other map by map, as long as the longer one', () => {
  const first = { map: 'One', challenger: 11, defender: 5 };
  const other = { map: 'Two', challenger: 5, defender: 11 };
  const closer = { ...other, challenger: 9 };
  expect(compareScores([first, other], [first, closer, first])).toEqual([
    { own: first, theirs: first, isSame: true },
    { own: other, theirs: closer, isSame: false },
    { own: null, theirs: first, isSame: false },
  ]);
  expect(compareScores([first], [])).toEqual([{ own: first, theirs: null, isSame: false }]);
  expect(compareScores([], [])).toEqual([]);
});
