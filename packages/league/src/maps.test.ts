import { describe, expect, it } from 'vitest';
import { getOtherName, settleMaps } from './maps.ts';
import type { Rules } from './rules.ts';
import { createDefaultRules } from './rules-schema.ts';
import type { Match, Picks } from './state.ts';
import { limit, rows } from './testing/rows.ts';
import { getMatch, onMatch } from './testing/stations.ts';
import {
  act,
  captain,
  createWorld,
  join,
  noon,
  noPicks,
  someNonce,
  type World,
} from './testing/world.ts';

const pool = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm'];
const poolRules = {
  pool: pool,
  count: 4,
  letters: ['C', 'C', 'D', 'A'],
  sides: ['red', 'blue'],
  sideLetters: ['D', 'D', 'C', 'R'],
};
const picks = (maps: string[], sides: string[] = []): Picks => ({ maps, sides });

function start(maps: object = {}): World {
  const world = createWorld({ rules: { maps: { ...poolRules, ...maps } } });
  join(world, 4);
  return world;
}

const challenge = (named: Picks, world = start()) => ({
  world,
  actor: captain(4),
  command: {
    type: 'challenge',
    ...onMatch,
    challenger_id: 'entry4',
    defender_id: 'entry2',
    picks: named,
    nonce: someNonce,
  } as const,
});

function startChallenged(named: Picks, maps: object = {}): World {
  const { world, actor, command } = challenge(named, start(maps));
  act(world, actor, command);
  return world;
}

const accept = (named: Picks, world: World) => ({
  world,
  actor: captain(2),
  command: {
    type: 'accept' as const,
    ...onMatch,
    times: [noon(world, 2), noon(world, 3)],
    picks: named,
    nonce: someNonce,
  },
});

function startOffered(first: Picks, second: Picks, maps: object = {}): World {
  const { world, actor, command } = accept(second, startChallenged(first, maps));
  act(world, actor, command);
  return world;
}

const confirm = (named: Picks, world: World) => ({
  world,
  actor: captain(4),
  command: { type: 'confirm_time', ...onMatch, time: noon(world, 2), picks: named } as const,
});

limit(
  'the challenge names as many maps as it has letters',
  (away) => challenge(picks(pool.slice(0, 2 + away))),
  {
    before: ['challenge_made'],
    at: ['challenge_made'],
    after: { code: 'pick_count', params: { has: 3, limit: 2 }, field: 'maps' },
  },
);

limit(
  'the acceptance names as many sides as it has letters',
  (away) => accept(picks([], ['red', 'blue', 'red'].slice(0, 2 + away)), startChallenged(noPicks)),
  {
    before: ['challenge_accepted'],
    at: ['challenge_accepted'],
    after: { code: 'pick_count', params: { has: 3, limit: 2 }, field: 'sides' },
  },
);

rows('a pick with the challenge', (named: Picks) => challenge(named), {
  'is of the pool': [
    picks(['Ash', 'Birch'], ['blue']),
    [
      {
        type: 'challenge_made',
        data: {
          challenger_id: 'entry4',
          defender_id: 'entry2',
          is_rematch: false,
          deadline: '2026-03-04T12:00:00.000Z',
          seed_hash: '2fa44ecc3e72f52385bf6049a5d062963994c8fc9efba98446bafb4b9c8e65a2',
          nonce: someNonce,
          picks: picks(['Ash', 'Birch'], ['blue']),
          rules_version: 1,
          rungs: { challenger: 4, defender: 2 },
        },
      },
    ],
  ],
  'is nothing else': [
    picks(['Ash', 'Moon']),
    { code: 'map_not_in_pool', params: { map: 'Moon' }, field: 'maps' },
  ],
  'is not the same twice': [
    picks(['Ash', 'Ash']),
    { code: 'map_twice', params: { map: 'Ash' }, field: 'maps' },
  ],
  'is a side that there is': [
    picks([], ['green']),
    { code: 'side_unknown', params: { side: 'green' }, field: 'sides' },
  ],
});

rows(
  'a pick with the acceptance',
  (named: Picks) => accept(named, startChallenged(picks(['Ash', 'Birch']))),
  {
    'is another map': [picks(['Cedar']), ['challenge_accepted']],
    'is not one of the challenger’s': [
      picks(['Birch']),
      { code: 'map_twice', params: { map: 'Birch' }, field: 'maps' },
    ],
    'is two sides': [picks([], ['red', 'red']), ['challenge_accepted']],
  },
);

rows(
  'a pick with the confirmation',
  (named: Picks) => confirm(named, startOffered(picks(['Ash', 'Birch']), picks(['Cedar']))),
  {
    'is what is left': [picks(['Elm']), ['match_scheduled']],
    'is not one of the defender’s': [picks(['Cedar']), 'map_twice'],
    'is one': [picks(['Elm', 'Dune']), 'pick_count'],
  },
);

rows(
  'the same map twice',
  (distinct: boolean) => challenge(picks(['Ash', 'Ash']), start({ distinct })),
  {
    'is played where the rules allow it': [false, ['challenge_made']],
    'is not where they do not': [true, 'map_twice'],
  },
);

rows(
  'picks by letters',
  ({ maps, named }: { maps: object; named: Picks }) => challenge(named, start(maps)),
  {
    'are taken': [{ maps: {}, named: picks(['Ash'], ['red']) }, ['challenge_made']],
    'are none where a veto chooses': [
      {
        maps: { choice: 'veto', veto: ['pick', 'pick', 'pick', 'pick'] },
        named: picks(['Ash']),
      },
      { code: 'pick_count', params: { has: 1, limit: 0 }, field: 'maps' },
    ],
    'are none where there are no maps': [
      { maps: { pool: [] }, named: picks(['Ash']) },
      { code: 'pick_count', params: { has: 1, limit: 0 }, field: 'maps' },
    ],
    'of sides are none where a veto chooses': [
      {
        maps: { choice: 'veto', veto: ['pick', 'pick', 'pick', 'pick'] },
        named: picks([], ['red']),
      },
      { code: 'pick_count', params: { has: 1, limit: 0 }, field: 'sides' },
    ],
    'of sides are none where maps have none': [
      { maps: { sides: [] }, named: picks([], ['red']) },
      { code: 'pick_count', params: { has: 1, limit: 0 }, field: 'sides' },
    ],
  },
);

function settle(first: Picks, second: Picks, third: Picks, maps: object = {}): Match {
  const { world, actor, command } = confirm(third, startOffered(first, second, maps));
  act(world, actor, command);
  return getMatch(world);
}

describe('settled maps', () => {
  it('stand where their letters stand, each with who named it', () => {
    const match = settle(
      picks(['Ash', 'Birch'], ['red']),
      picks(['Cedar'], ['red', 'blue']),
      picks(['Elm']),
    );
    expect(match.maps.slice(0, 3)).toEqual([
      { map: 'Ash', by: 'challenger', challenger_side: 'blue', side_by: 'defender' },
      { map: 'Birch', by: 'challenger', challenger_side: 'red', side_by: 'defender' },
      { map: 'Cedar', by: 'defender', challenger_side: 'red', side_by: 'challenger' },
    ]);
    expect(match.maps[3]).toMatchObject({ map: 'Elm', by: 'challenger', side_by: 'draw' });
    expect(match.draws).toMatchObject([{ n: 1, purpose: 'side', options: ['red', 'blue'] }]);
    expect(match.maps[3]?.challenger_side).toBe(match.draws[0]?.value);
  });

  it('are drawn where they are missing, among those that nobody has', () => {
    const match = settle(picks(['Ash']), picks(['Cedar']), noPicks, { sides: [] });
    expect(match.maps.map(({ by }) => by)).toEqual(['challenger', 'draw', 'defender', 'draw']);
    expect(match.draws[0]).toMatchObject({
      n: 1,
      purpose: 'map',
      options: ['Birch', 'Dune', 'Elm'],
    });
    const rest = ['Birch', 'Dune', 'Elm'].filter((map) => map !== match.draws[0]?.value);
    expect(match.draws[1]).toMatchObject({ n: 2, purpose: 'map', options: rest });
    expect(match.maps[1]).toEqual({
      map: match.draws[0]?.value,
      by: 'draw',
      challenger_side: null,
      side_by: null,
    });
  });

  it('are drawn from all where one may be played twice', () => {
    const match = settle(picks(['Ash']), noPicks, noPicks, { sides: [], distinct: false });
    expect(match.draws.map(({ options }) => options)).toEqual([pool, pool, pool]);
  });

  it('keep what is named for later out of an earlier draw', () => {
    const match = settle(noPicks, picks(['Cedar']), picks(['Elm']), { sides: [] });
    expect(match.draws[0]?.options).toEqual(['Ash', 'Birch', 'Dune']);
  });

  it('draw every side that nobody names', () => {
    const match = settle(noPicks, noPicks, noPicks);
    expect(match.maps.map(({ side_by }) => side_by)).toEqual(['draw', 'draw', 'draw', 'draw']);
    expect(match.draws.map(({ purpose }) => purpose)).toEqual([
      'map',
      'map',
      'map',
      'map',
      'side',
      'side',
      'side',
      'side',
    ]);
  });

  it('are none where a veto chooses, or where there are none', () => {
    const rules = createDefaultRules();
    const match = settle(noPicks, noPicks, noPicks);
    const none = { maps: [], draws: [] };
    const withMaps = (maps: Partial<Rules['maps']>): Rules => ({
      ...rules,
      maps: { ...rules.maps, pool: pool, letters: ['R', 'R', 'R'], ...maps },
    });
    expect(settleMaps(withMaps({ choice: 'veto' }), match, 'seed')).toEqual(none);
    expect(settleMaps(withMaps({ pool: [] }), match, 'seed')).toEqual(none);
    expect(settleMaps(withMaps({}), match, 'seed').maps).toHaveLength(3);
  });
});

it('the other name of two is the other, and of one itself', () => {
  expect(getOtherName(['red', 'blue'], 'red')).toBe('blue');
  expect(getOtherName(['red', 'blue'], 'blue')).toBe('red');
  expect(getOtherName(['red'], 'red')).toBe('red');
});
