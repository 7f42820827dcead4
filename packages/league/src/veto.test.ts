import { describe, expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import type { Actor } from './context.ts';
import { findDrawFault } from './draw.ts';
import { createDefaultRules, parseRules } from './rules-schema.ts';
import { like, limit, rows, shift } from './testing/rows.ts';
import { at, notIdle, onMatch } from './testing/stations.ts';
import {
  act,
  asSystem,
  captain,
  createWorld,
  goLive,
  join,
  judge,
  noon,
  noPicks,
  people,
  schedule,
  someNonce,
  text,
  tryCommand,
  type World,
  wait,
  waitUntil,
} from './testing/world.ts';

const pool = ['Ash', 'Birch', 'Cedar', 'Dune', 'Elm', 'Fjord', 'Gorge'];
const getMatch = (world: World) => {
  const { match } = world.state.matches;
  if (!match) {
    throw new Error('No match');
  }
  return match;
};

describe('a veto', () => {
  const rules = {
    maps: {
      pool: pool.slice(0, 5),
      choice: 'veto',
      veto: ['ban', 'ban', 'pick', 'side', 'pick', 'side', 'decider'],
      sides: ['attack', 'defence'],
    },
  };

  it('goes turn by turn, early or on the clock, and starts the match not before its hour', () => {
    const world = createWorld({ rules });
    join(world, 4);
    const start = schedule(world, 4, 2);
    const turn = (team: number, action: 'ban' | 'pick' | 'side', value: string) =>
      tryCommand(world, captain(team), {
        type: 'take_veto_turn',
        match_id: 'match',
        action,
        value,
      });
    expect(turn(4, 'ban', 'Ash')).toMatchObject({ code: 'not_your_turn' });
    expect(turn(2, 'ban', 'Moon')).toMatchObject({ code: 'map_not_in_pool' });
    expect(turn(2, 'ban', 'Ash')).toBeNull();
    expect(turn(4, 'ban', 'Ash')).toMatchObject({ code: 'map_twice' });
    expect(turn(4, 'ban', 'Birch')).toBeNull();
    waitUntil(world, start);
    world.now = start.replace('T12:00', 'T12:01');
    for (const team of [2, 4]) {
      act(world, captain(team), {
        type: 'check_in',
        match_id: 'match',
        players: people(team).slice(0, 2),
      });
    }
    expect(getMatch(world).status).toBe('veto');
    expect(turn(2, 'pick', 'Cedar')).toBeNull();
    expect(turn(4, 'side', 'attack')).toBeNull();
    expect(getMatch(world).maps[0]).toEqual({
      map: 'Cedar',
      by: 'defender',
      challenger_side: 'attack',
      side_by: 'challenger',
    });
    expect(getMatch(world).seed).toBeNull();
    wait(world, 'PT3M');
    expect(getMatch(world).status).toBe('live');
    expect(getMatch(world).maps).toHaveLength(3);
    expect(getMatch(world).draws.length).toBeGreaterThan(1);
    expect(findDrawFault(getMatch(world))).toBeNull();
  });

  it('finished early waits for the hour of the match', () => {
    const world = createWorld({
      rules: {
        maps: {
          pool: ['Ash', 'Birch', 'Cedar'],
          count: 1,
          choice: 'veto',
          veto: ['ban', 'ban', 'decider'],
        },
      },
    });
    join(world, 4);
    const start = schedule(world, 4, 2);
    waitUntil(world, start.replace('T12:00', 'T11:40'));
    for (const team of [2, 4]) {
      act(world, captain(team), {
        type: 'check_in',
        match_id: 'match',
        players: people(team).slice(0, 2),
      });
    }
    act(world, captain(2), {
      type: 'take_veto_turn',
      match_id: 'match',
      action: 'ban',
      value: 'Ash',
    });
    act(world, captain(4), {
      type: 'take_veto_turn',
      match_id: 'match',
      action: 'ban',
      value: 'Cedar',
    });
    expect(getMatch(world)).toMatchObject({
      status: 'veto',
      deadline: start,
      maps: [{ map: 'Birch', by: 'decider' }],
    });
    waitUntil(world, start);
    expect(getMatch(world).status).toBe('live');
  });
});

describe('maps by letters', () => {
  const rules = {
    maps: {
      pool: pool,
      letters: ['C', 'D', 'A'],
      sides: ['red', 'blue'],
      sideLetters: ['D', 'C', 'R'],
    },
  };
  const picks = (maps: string[], sides: string[] = []) => ({ maps, sides });

  it('take each side’s picks in their places, and draw what is missing', () => {
    const world = createWorld({ rules });
    join(world, 4);
    const challenge = {
      type: 'challenge',
      match_id: 'match',
      challenger_id: 'entry4',
      defender_id: 'entry2',
      nonce: someNonce,
    } as const;
    expect(tryCommand(world, captain(4), { ...challenge, picks: picks(['Moon']) })).toMatchObject({
      code: 'map_not_in_pool',
    });
    expect(
      tryCommand(world, captain(4), { ...challenge, picks: picks(['Ash', 'Elm']) }),
    ).toMatchObject({ code: 'pick_count' });
    act(world, captain(4), { ...challenge, picks: picks(['Ash'], ['red']) });
    const times = [noon(world, 2), noon(world, 3)];
    const accept = { type: 'accept', match_id: 'match', times, nonce: someNonce } as const;
    expect(tryCommand(world, captain(2), { ...accept, picks: picks(['Ash']) })).toMatchObject({
      code: 'map_twice',
    });
    act(world, captain(2), { ...accept, picks: picks(['Elm'], ['red']) });
    act(world, captain(4), {
      type: 'confirm_time',
      match_id: 'match',
      time: times[0] ?? '',
      picks: noPicks,
    });
    const { maps, draws, seed } = getMatch(world);
    expect(maps[0]).toEqual({
      map: 'Ash',
      by: 'challenger',
      challenger_side: 'blue',
      side_by: 'defender',
    });
    expect(maps[1]).toEqual({
      map: 'Elm',
      by: 'defender',
      challenger_side: 'red',
      side_by: 'challenger',
    });
    expect(maps[2]?.by).toBe('draw');
    expect(draws.map(({ n, purpose }) => [n, purpose])).toEqual([
      [1, 'map'],
      [2, 'side'],
    ]);
    expect(seed).toBe('seed of match');
    expect(findDrawFault(getMatch(world))).toBeNull();
    const steered = {
      ...getMatch(world),
      draws: draws.map((draw) => ({ ...draw, value: 'Gorge' })),
    };
    expect(findDrawFault(steered)).toEqual({ n: draws[0]?.value === 'Gorge' ? 2 : 1 });
  });

  it('stay the same for a replay, and the defaults of the rules hold', () => {
    const world = createWorld({ rules });
    join(world, 4);
    goLive(world, 4, 2);
    expect(getMatch(world).maps).toHaveLength(3);
    expect(parseRules(createDefaultRules())).toEqual({ ok: true, rules: createDefaultRules() });
    expect(() =>
      asSystem(world, { type: 'edit_rules', rules: { maps: { pool: ['One'], count: 3 } } }),
    ).toThrow('rules_invalid');
  });
});

/** Five maps with sides: the defender bans, the challenger bans, both pick, the last is left. */
const turns = {
  ...notIdle,
  maps: {
    pool: pool.slice(0, 5),
    choice: 'veto',
    veto: ['ban', 'ban', 'pick', 'side', 'pick', 'side', 'decider'],
    sides: ['attack', 'defence'],
  },
};
type Turn = [team: number, action: 'ban' | 'pick' | 'side', value: string];
const all: Turn[] = [
  [2, 'ban', 'Ash'],
  [4, 'ban', 'Birch'],
  [2, 'pick', 'Cedar'],
  [4, 'side', 'attack'],
  [4, 'pick', 'Dune'],
  [2, 'side', 'attack'],
];

const toAsked = (world: World, [team, action, value]: Turn) => ({
  world,
  actor: captain(team),
  command: { type: 'take_veto_turn', ...onMatch, action, value } as const,
});

/** Scheduled, so many turns taken. */
function startTurns(count: number, rules: unknown = turns): World {
  const world = createWorld({ rules });
  join(world, 4);
  schedule(world, 4, 2);
  for (const turn of all.slice(0, count)) {
    const { actor, command } = toAsked(world, turn);
    act(world, actor, command);
  }
  return world;
}

/** Both have checked in, so many minutes after the opening, with turns left. */
function startVeto(count: number, minutes = 0): World {
  const world = startTurns(count);
  waitUntil(world, '2026-03-03T11:30:00.000Z');
  wait(world, `PT${minutes}M`);
  for (const team of [2, 4]) {
    act(world, captain(team), {
      type: 'check_in',
      match_id: 'match',
      players: people(team).slice(0, 2),
    });
  }
  return world;
}

rows(
  'a turn of the veto',
  ({ taken, turn }: { taken: number; turn: Turn }) => toAsked(startTurns(taken), turn),
  {
    'is a ban of the defender first': [
      { taken: 0, turn: [2, 'ban', 'Ash'] },
      [
        {
          type: 'veto_turn_taken',
          data: {
            action: 'ban',
            by: 'defender',
            value: 'Ash',
            draws: [],
            rule: null,
            maps: [],
            seed: null,
            deadline: '2026-03-03T11:30:00.000Z',
          },
        },
      ],
    ],
    'is not the challenger’s first': [
      { taken: 0, turn: [4, 'ban', 'Ash'] },
      { code: 'not_your_turn', params: {} },
    ],
    'is the challenger’s next': [
      { taken: 1, turn: [4, 'ban', 'Birch'] },
      [{ type: 'veto_turn_taken', data: like({ by: 'challenger' }) }],
    ],
    'is not a pick when a ban is due': [{ taken: 1, turn: [4, 'pick', 'Birch'] }, 'not_your_turn'],
    'names a map of the pool': [
      { taken: 1, turn: [4, 'ban', 'Moon'] },
      { code: 'map_not_in_pool', params: { map: 'Moon' }, field: 'value' },
    ],
    'names one that is left': [
      { taken: 1, turn: [4, 'ban', 'Ash'] },
      { code: 'map_twice', params: { map: 'Ash' }, field: 'value' },
    ],
    'picks for the defender': [
      { taken: 2, turn: [2, 'pick', 'Cedar'] },
      [
        {
          type: 'veto_turn_taken',
          data: like({
            maps: [{ map: 'Cedar', by: 'defender', challenger_side: null, side_by: null }],
          }),
        },
      ],
    ],
    'names a side': [
      { taken: 3, turn: [4, 'side', 'attack'] },
      [
        {
          type: 'veto_turn_taken',
          data: like({
            maps: [
              { map: 'Cedar', by: 'defender', challenger_side: 'attack', side_by: 'challenger' },
            ],
          }),
        },
      ],
    ],
    'is not by the picker’s side': [{ taken: 3, turn: [2, 'side', 'attack'] }, 'not_your_turn'],
    'names a side that there is': [
      { taken: 3, turn: [4, 'side', 'Cedar'] },
      { code: 'side_unknown', params: { side: 'Cedar' }, field: 'value' },
    ],
    'of the defender is the other side of the challenger, and the last leaves one map': [
      { taken: 5, turn: [2, 'side', 'attack'] },
      [
        {
          type: 'veto_turn_taken',
          data: like({
            by: 'defender',
            seed: null,
            maps: [
              { map: 'Cedar', by: 'defender', challenger_side: 'attack', side_by: 'challenger' },
              { map: 'Dune', by: 'challenger', challenger_side: 'defence', side_by: 'defender' },
            ],
          }),
        },
        {
          type: 'veto_turn_taken',
          data: like({
            action: 'decider',
            by: 'draw',
            value: 'Elm',
            rule: null,
            seed: 'seed of match',
            draws: [{ n: 1, purpose: 'decider', options: ['Elm'], value: 'Elm' }],
            deadline: '2026-03-03T11:30:00.000Z',
          }),
        },
      ],
    ],
    'is none when all are taken': [{ taken: 6, turn: [2, 'ban', 'Elm'] }, 'not_your_turn'],
  },
);

rows(
  'a map',
  (turn: Turn) => {
    const sides = ['Ash', 'Dune'];
    const world = startTurns(3, { ...turns, maps: { ...turns.maps, sides } });
    const { actor, command } = toAsked(world, [4, 'side', 'Dune']);
    act(world, actor, command);
    return toAsked(world, turn);
  },
  {
    'that is called like a side chosen before is left': [[4, 'pick', 'Dune'], ['veto_turn_taken']],
    'that is called like a side and was banned is not': [[4, 'pick', 'Ash'], 'map_twice'],
  },
);

it('a ban after a pick leaves the map picked as it is', () => {
  const veto = ['pick', 'side', 'ban', 'pick', 'pick'];
  const world = startTurns(0, { ...turns, maps: { ...turns.maps, veto } });
  for (const turn of [
    [2, 'pick', 'Cedar'],
    [4, 'side', 'attack'],
    [4, 'ban', 'Ash'],
  ] satisfies Turn[]) {
    const { actor, command } = toAsked(world, turn);
    act(world, actor, command);
  }
  expect(getMatch(world).maps).toEqual([
    { map: 'Cedar', by: 'defender', challenger_side: 'attack', side_by: 'challenger' },
  ]);
});

rows(
  'a turn where maps are not chosen by veto',
  (maps: object) =>
    toAsked(startTurns(0, { ...turns, maps: { ...turns.maps, ...maps } }), [2, 'ban', 'Ash']),
  {
    'is none by letters': [{ choice: 'letters', letters: ['R', 'R', 'R'] }, 'not_your_turn'],
    'is none without maps': [{ pool: [] }, 'not_your_turn'],
    'is one by veto': [{}, ['veto_turn_taken']],
  },
);

limit(
  'a turn that nobody takes is drawn after a minute',
  (away) => {
    const world = startVeto(4);
    return { world, until: new Date(Date.parse('2026-03-03T11:31:00.000Z') + away).toISOString() };
  },
  {
    before: [],
    at: [
      {
        type: 'veto_turn_taken',
        at: '2026-03-03T11:31:00.000Z',
        data: like({
          action: 'pick',
          by: 'draw',
          rule: 'maps.turn',
          deadline: '2026-03-03T11:32:00.000Z',
        }),
      },
    ],
    after: ['veto_turn_taken'],
  },
);

rows(
  'the last turn that nobody takes',
  (taken: number) => ({ world: startVeto(taken), until: '2026-03-03T11:31:00.000Z' }),
  {
    'is drawn, and at once what is left': [
      5,
      [
        { type: 'veto_turn_taken', data: like({ action: 'side', rule: 'maps.turn' }) },
        {
          type: 'veto_turn_taken',
          data: like({ action: 'decider', rule: null, deadline: '2026-03-03T12:00:00.000Z' }),
        },
      ],
    ],
    'but one leaves the last its minute': [
      4,
      [{ type: 'veto_turn_taken', data: like({ action: 'pick', rule: 'maps.turn' }) }],
    ],
  },
);

it('a turn in time gives the next its own minute', () => {
  const world = startVeto(4);
  expect(getMatch(world)).toMatchObject({ status: 'veto', deadline: '2026-03-03T11:31:00.000Z' });
  wait(world, 'PT30S');
  const { actor, command } = toAsked(world, [4, 'pick', 'Dune']);
  act(world, actor, command);
  expect(getMatch(world).deadline).toBe('2026-03-03T11:31:30.000Z');
});

rows('the last turn', (minutes: number) => toAsked(startVeto(5, minutes), [2, 'side', 'defence']), {
  'before the hour leaves the match waiting for it': [
    29,
    [
      'veto_turn_taken',
      { type: 'veto_turn_taken', data: like({ deadline: '2026-03-03T12:00:00.000Z' }) },
    ],
  ],
  'at the hour begins it': [
    30,
    [
      'veto_turn_taken',
      { type: 'veto_turn_taken', data: like({ deadline: '2026-03-03T12:00:00.000Z' }) },
      { type: 'match_started', data: { deadline: '2026-03-04T12:00:00.000Z' } },
    ],
  ],
  'after the hour begins it too': [
    31,
    [
      'veto_turn_taken',
      { type: 'veto_turn_taken', data: like({ deadline: '2026-03-03T12:01:00.000Z' }) },
      { type: 'match_started', data: { deadline: '2026-03-04T12:01:00.000Z' } },
    ],
  ],
});

limit(
  'the last turn while one side has not come',
  (away) => {
    const world = startTurns(5);
    waitUntil(world, '2026-03-03T11:30:00.000Z');
    act(world, captain(2), {
      type: 'check_in',
      match_id: 'match',
      players: people(2).slice(0, 2),
    });
    return toAsked(at(world, shift('2026-03-03T12:00:00.000Z', away)), [2, 'side', 'defence']);
  },
  {
    before: ['veto_turn_taken', 'veto_turn_taken'],
    at: ['veto_turn_taken', 'veto_turn_taken'],
    after: ['veto_turn_taken', 'veto_turn_taken'],
  },
);

it('sides that the draw chooses are the challenger’s', () => {
  const world = startVeto(3);
  waitUntil(world, '2026-03-03T11:31:00.000Z');
  const { maps, draws } = getMatch(world);
  expect(draws[0]?.purpose).toBe('side');
  expect(maps[0]).toMatchObject({ challenger_side: draws[0]?.value, side_by: 'draw' });
});

rows(
  'the second to come, with turns left,',
  (taken: number) => {
    const world = startTurns(taken);
    waitUntil(world, '2026-03-03T11:30:00.000Z');
    const players = (team: number) => people(team).slice(0, 2);
    act(world, captain(2), { type: 'check_in', match_id: 'match', players: players(2) });
    return {
      world,
      actor: captain(4),
      command: { type: 'check_in', match_id: 'match', players: players(4) } as const,
    };
  },
  {
    'starts the clock of the veto': [
      5,
      ['checked_in', { type: 'veto_started', data: { deadline: '2026-03-03T11:31:00.000Z' } }],
    ],
    'and without any left does not': [6, ['checked_in']],
  },
);

/** Two turns of the teams, and one that the clock drew for the defender. */
function startDrawn(): World {
  const world = startVeto(2);
  waitUntil(world, '2026-03-03T11:31:00.000Z');
  return world;
}

const voidIt = { type: 'void_match', ...onMatch, rule: 'any', reason: text('why') } as const;
rows(
  'the seed of a match that ends amid its veto',
  (asked: { world: World; actor: Actor; command: LadderCommand }) => asked,
  {
    'is told where something was drawn': [
      {
        world: startDrawn(),
        actor: judge,
        command: voidIt,
      },
      [{ type: 'match_voided', data: like({ seed: 'seed of match' }) }],
    ],
    'stays secret where nothing was': [
      {
        world: startVeto(2),
        actor: judge,
        command: voidIt,
      },
      [
        {
          type: 'match_voided',
          data: { reason: 'by_admin', rule: null, ruled: true, text: text('why') },
        },
      ],
    ],
    'is told when a side leaves': [
      { world: startDrawn(), actor: captain(2), command: { type: 'leave', entry_id: 'entry2' } },
      [{ type: 'match_forfeited', data: like({ seed: 'seed of match' }) }, 'entry_left'],
    ],
  },
);

it('the draws of a match that was given up amid its veto can be checked', () => {
  const world = startDrawn();
  expect(findDrawFault(getMatch(world))).toBe('seed_hidden');
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  wait(world, 'PT10M');
  expect(getMatch(world)).toMatchObject({ status: 'forfeited', seed: 'seed of match' });
  expect(findDrawFault(getMatch(world))).toBeNull();
});

it('the draw of a match that both call off amid its turns can be checked', () => {
  const veto = ['ban', 'decider', 'side', 'pick', 'pick'];
  const world = startTurns(0, { ...turns, maps: { ...turns.maps, veto } });
  act(world, captain(2), { type: 'take_veto_turn', ...onMatch, action: 'ban', value: 'Ash' });
  expect(findDrawFault(getMatch(world))).toBe('seed_hidden');
  act(world, captain(2), { type: 'ask_cancellation', ...onMatch });
  act(world, captain(4), { type: 'agree_cancellation', ...onMatch });
  expect(getMatch(world)).toMatchObject({ status: 'cancelled', seed: 'seed of match' });
  expect(findDrawFault(getMatch(world))).toBeNull();
});
