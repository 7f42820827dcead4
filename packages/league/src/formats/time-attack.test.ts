import { describe, expect, it } from 'vitest';
import type { Entry, Run } from '../state.ts';
import { act, asPerson, createWorld, type World, worldStart } from '../testing/world.ts';
import { getRunTime, listRunsForAdmin, listStageRanks, timeAttackFormat } from './time-attack.ts';

type Given = [id: string, person: string, time: number, status?: Run['status'], stage?: string];

function start(runs: Given[], rules: object = {}): World {
  const world = createWorld({
    format: 'time_attack',
    rules: {
      team: { size: 1 },
      timeAttack: { stages: ['Kofina', 'Ourense'], points: [10, 6, 4], ...rules },
    },
  });
  for (const person of ['ann', 'bob', 'cat']) {
    act(world, asPerson(person), {
      type: 'join',
      entry_id: person,
      team_id: null,
      person_id: person,
      name: person,
      players: [person],
    });
  }
  const all = runs.map(
    ([id, person, time_ms, status = 'verified', stage = 'Kofina']): Run => ({
      id,
      entry_id: person,
      person_id: person,
      stage,
      time_ms,
      penalty_ms: 0,
      proof: null,
      at: worldStart,
      status,
      confirmed_by: null,
      verified_by: null,
    }),
  );
  world.state = { ...world.state, runs: Object.fromEntries(all.map((run) => [run.id, run])) };
  return world;
}

function setStatus(world: World, id: string, status: Entry['status']): World {
  const entry = world.state.entries[id];
  if (!entry) {
    throw new Error(id);
  }
  world.state = {
    ...world.state,
    entries: { ...world.state.entries, [id]: { ...entry, status } },
  };
  return world;
}

const ranks = (world: World, stage = 'Kofina') =>
  listStageRanks(world.state, stage).map(({ run, place }) => [run.id, place]);
const waiting = (world: World) => [...listRunsForAdmin(world.state)];
const standings = (world: World) =>
  timeAttackFormat
    .standings(world.state, worldStart)
    .map(({ entry_id, place, value, is_provisional }) => [entry_id, place, value, is_provisional]);

describe('a time attack', () => {
  it('is for persons, who drive alone', () => {
    const { state } = start([]);
    expect(timeAttackFormat).toMatchObject({
      hasMatches: false,
      isForPersons: true,
      dropsIdle: false,
    });
    expect(timeAttackFormat.join(state, 'ann', worldStart)).toEqual({
      rung: null,
      rating: null,
      others: [],
    });
    expect(timeAttackFormat.leave(state, state.entries.ann as Entry)).toEqual([]);
    const pair = { challenger: state.entries.ann as Entry, defender: state.entries.bob as Entry };
    expect(timeAttackFormat.apply(state, { ...pair, winner: null, at: worldStart })).toEqual({
      moves: [],
      ratings: [],
    });
  });

  it('counts penalties as time', () => {
    expect(getRunTime({ time_ms: 100, penalty_ms: 7 } as Run)).toBe(107);
  });
});

describe('the ranks of a stage', () => {
  it.each<[string, Given[], [string, number][]]>([
    [
      'are by time',
      [
        ['b', 'bob', 30],
        ['a', 'ann', 20],
        ['c', 'cat', 10],
      ],
      [
        ['c', 1],
        ['a', 2],
        ['b', 3],
      ],
    ],
    [
      'are shared',
      [
        ['a', 'ann', 10],
        ['b', 'bob', 10],
        ['c', 'cat', 20],
      ],
      [
        ['a', 1],
        ['b', 1],
        ['c', 3],
      ],
    ],
    [
      'take the best of each',
      [
        ['slow', 'ann', 30],
        ['fast', 'ann', 10],
        ['b', 'bob', 20],
      ],
      [
        ['fast', 1],
        ['b', 2],
      ],
    ],
    [
      'take the first of two as fast',
      [
        ['one', 'ann', 10],
        ['two', 'ann', 10],
      ],
      [['one', 1]],
    ],
    [
      'are of that stage alone',
      [
        ['a', 'ann', 10],
        ['o', 'bob', 5, 'verified', 'Ourense'],
      ],
      [['a', 1]],
    ],
    [
      'count confirmed runs behind the fastest',
      [
        ['a', 'ann', 10],
        ['b', 'bob', 20, 'confirmed'],
      ],
      [
        ['a', 1],
        ['b', 2],
      ],
    ],
    [
      'count a confirmed run that is as fast',
      [
        ['a', 'ann', 10],
        ['b', 'bob', 10, 'confirmed'],
      ],
      [
        ['a', 1],
        ['b', 1],
      ],
    ],
    [
      'leave a faster one waiting',
      [
        ['a', 'ann', 10],
        ['b', 'bob', 9, 'confirmed'],
      ],
      [['a', 1]],
    ],
    ['are none before one is verified', [['a', 'ann', 10, 'confirmed']], []],
    [
      'leave out what is not confirmed',
      [
        ['a', 'ann', 10],
        ['s', 'bob', 20, 'submitted'],
        ['r', 'cat', 20, 'rejected'],
        ['w', 'cat', 20, 'withdrawn'],
      ],
      [['a', 1]],
    ],
  ])('%s', (_name, runs, wanted) => {
    expect(ranks(start(runs))).toEqual(wanted);
  });

  it('are by id where times are the same, in any order', () => {
    expect(
      ranks(
        start([
          ['b', 'bob', 10],
          ['a', 'ann', 10],
        ]),
      ),
    ).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('keep who is suspended, and nobody who has gone', () => {
    const runs: Given[] = [
      ['a', 'ann', 10],
      ['b', 'bob', 20],
    ];
    expect(ranks(setStatus(start(runs), 'ann', 'suspended'))).toEqual([
      ['a', 1],
      ['b', 2],
    ]);
    expect(ranks(setStatus(start(runs), 'ann', 'left'))).toEqual([['b', 1]]);
    expect(ranks(setStatus(start(runs), 'ann', 'removed'))).toEqual([['b', 1]]);
  });
});

describe('what waits for an admin', () => {
  it.each<[string, Given[], string[]]>([
    [
      'is all while none is verified',
      [
        ['a', 'ann', 10, 'confirmed'],
        ['b', 'bob', 20, 'confirmed'],
      ],
      ['a', 'b'],
    ],
    [
      'is what would be the fastest',
      [
        ['a', 'ann', 10],
        ['b', 'bob', 9, 'confirmed'],
      ],
      ['b'],
    ],
    [
      'is nothing behind it',
      [
        ['a', 'ann', 10],
        ['b', 'bob', 11, 'confirmed'],
      ],
      [],
    ],
    ['is nothing that nobody has confirmed', [['a', 'ann', 10, 'submitted']], []],
    ['is nothing that is verified', [['a', 'ann', 10]], []],
    [
      'is so on each stage',
      [
        ['a', 'ann', 10],
        ['b', 'bob', 5, 'confirmed', 'Ourense'],
      ],
      ['b'],
    ],
  ])('%s', (_name, runs, wanted) => {
    expect(waiting(start(runs))).toEqual(wanted);
  });
});

describe('the standings', () => {
  const runs: Given[] = [
    ['a1', 'ann', 10],
    ['b1', 'bob', 20],
    ['a2', 'ann', 50, 'verified', 'Ourense'],
    ['b2', 'bob', 30, 'verified', 'Ourense'],
    ['c2', 'cat', 40, 'verified', 'Ourense'],
  ];

  it('sum points', () => {
    expect(standings(start(runs))).toEqual([
      ['bob', 1, 16, false],
      ['ann', 2, 14, false],
      ['cat', 3, 6, true],
    ]);
  });

  it('give none beyond the last place that has any', () => {
    expect(standings(start(runs, { points: [10] }))).toEqual([
      ['ann', 1, 10, false],
      ['bob', 1, 10, false],
      ['cat', 3, 0, true],
    ]);
  });

  it('sum times, those of more stages first', () => {
    expect(standings(start(runs, { ranking: 'time' }))).toEqual([
      ['bob', 1, 50, false],
      ['ann', 2, 60, false],
      ['cat', 3, 40, true],
    ]);
  });

  it('share a place by time where stages and sums are the same', () => {
    const same: Given[] = [
      ['b', 'bob', 20],
      ['a', 'ann', 20],
      ['c', 'cat', 30],
    ];
    expect(standings(start(same, { ranking: 'time' }))).toEqual([
      ['ann', 1, 20, true],
      ['bob', 1, 20, true],
      ['cat', 3, 30, true],
    ]);
    expect(standings(start([['a', 'ann', 20]], { ranking: 'time' }))).toEqual([
      ['ann', 1, 20, true],
      ['bob', 2, 0, true],
      ['cat', 2, 0, true],
    ]);
  });

  it.each(['time', 'points'])('by %s name those who share a place by id', (ranking) => {
    const { state } = start([], { ranking });
    const entries = Object.fromEntries(Object.entries(state.entries).reverse());
    const lines = timeAttackFormat.standings({ ...state, entries }, worldStart);
    expect(lines.map(({ entry_id }) => entry_id)).toEqual(['ann', 'bob', 'cat']);
  });

  it('by time share no place where stages differ, whatever the sums', () => {
    const equal: Given[] = [
      ['a1', 'ann', 10],
      ['a2', 'ann', 30, 'verified', 'Ourense'],
      ['b1', 'bob', 40],
    ];
    expect(standings(start(equal, { ranking: 'time' }))).toEqual([
      ['ann', 1, 40, false],
      ['bob', 2, 40, true],
      ['cat', 3, 0, true],
    ]);
  });

  it('name who is suspended, and nobody who has gone', () => {
    const world = setStatus(setStatus(start(runs), 'bob', 'suspended'), 'ann', 'left');
    expect(standings(world).map(([id]) => id)).toEqual(['bob', 'cat']);
    expect(standings(setStatus(world, 'cat', 'removed')).map(([id]) => id)).toEqual(['bob']);
  });

  it('are none without a season, and show nothing of how they were reckoned', () => {
    const { state } = start(runs);
    expect(timeAttackFormat.standings({ ...state, season: null }, worldStart)).toEqual([]);
    for (const ranking of ['time', 'points']) {
      expect(
        Object.keys(
          timeAttackFormat.standings(start(runs, { ranking }).state, worldStart)[0] ?? {},
        ).sort(),
      ).toEqual(['entry_id', 'is_provisional', 'place', 'value']);
    }
  });
});
