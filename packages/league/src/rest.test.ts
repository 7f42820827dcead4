import { describe, expect, it } from 'vitest';
import { findDueRest, findRest, isResting } from './rest.ts';
import type { Entry, Rest } from './state.ts';
import { close, planNext, startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { at, coCaptain } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  join,
  judge,
  text,
  type World,
  waitUntil,
  worldStart,
} from './testing/world.ts';

const tomorrow = '2026-03-02T12:00:00.000Z';
const toRest = (other: object = {}) => ({
  type: 'announce_rest' as const,
  entry_id: 'entry3',
  rest_id: 'rest',
  from: tomorrow,
  days: 2,
  ...other,
});
const ask = (world: World, other: object = {}) => ({
  world,
  actor: captain(3),
  command: toRest(other),
});
const announced: Said = ['rest_announced'];

/** Team 3 with a rest of two days, from tomorrow unless something else is said. */
function rest(other: object = {}, rules: unknown = {}): World {
  const world = startLadder({ rules });
  act(world, captain(3), toRest(other));
  return world;
}

rows(
  'a rest is announced',
  ({ world, other = {} }: { world: () => World; other?: object }) => ask(world(), other),
  {
    'for a day to come': [
      { world: startLadder },
      [
        {
          type: 'rest_announced',
          data: {
            entry_id: 'entry3',
            rest_id: 'rest',
            from: tomorrow,
            until: '2026-03-04T12:00:00.000Z',
            days: 2,
          },
        },
      ],
    ],
    'for now, and begins': [
      { world: startLadder, other: { from: worldStart } },
      [
        'rest_announced',
        {
          type: 'rest_began',
          data: {
            entry_id: 'entry3',
            rest_id: 'rest',
            from: worldStart,
            until: '2026-03-03T12:00:00.000Z',
          },
        },
      ],
    ],
    'for now, and waits for the match as challenger': [
      { world: () => occupy(3, 2), other: { from: worldStart } },
      announced,
    ],
    'for now, and waits for the match as defender': [
      { world: () => occupy(4, 3), other: { from: worldStart } },
      announced,
    ],
    'for whole days': [
      { world: startLadder, other: { days: 1.5 } },
      { code: 'rest_too_long', params: { days: 1.5, minimum: 1, maximum: 7 }, field: 'days' },
    ],
    'for an instant': [
      { world: startLadder, other: { from: 'tomorrow' } },
      { code: 'field_invalid', params: { field: 'from' }, field: 'from' },
    ],
    alone: [
      { world: rest, other: { rest_id: 'other', from: '2026-03-20T12:00:00.000Z' } },
      {
        code: 'rest_overlaps',
        params: { from: tomorrow, until: '2026-03-04T12:00:00.000Z' },
        field: 'from',
      },
    ],
    'not while one runs': [
      { world: () => rest({ from: worldStart }), other: { rest_id: 'other' } },
      {
        code: 'rest_overlaps',
        params: { from: worldStart, until: '2026-03-03T12:00:00.000Z' },
        field: 'from',
      },
    ],
    'after another is over': [
      {
        world: () => at(rest(), '2026-03-05T12:00:00.000Z'),
        other: { rest_id: 'other', from: '2026-03-06T12:00:00.000Z' },
      },
      announced,
    ],
    'while the season is open': [
      { world: () => startNext() },
      { code: 'season_not_open', params: { opens: '2026-03-08T12:00:00.000Z' } },
    ],
    'not after its close': [
      { world: () => close(startLadder()) },
      { code: 'season_closed', params: {} },
    ],
    'by an entry that plays': [
      { world: () => suspend() },
      { code: 'entry_gone', params: { entry: 'Team 3' } },
    ],
    'by one that is there': [
      { world: createWorld },
      { code: 'not_found', params: { what: 'entry', id: 'entry3' } },
    ],
  },
);

function startNext(): World {
  const world = planNext(close(createWorld()));
  join(world, 3);
  return world;
}

function occupy(from: number, to: number): World {
  const world = startLadder();
  challenge(world, from, to);
  return world;
}

function suspend(): World {
  const world = startLadder();
  const command = { type: 'suspend_entry', entry_id: 'entry3', reason: text('rude') } as const;
  act(world, judge, { ...command, until: '2026-03-06T12:00:00.000Z' });
  return world;
}

rows(
  'rests are the captain’s',
  (actor: ReturnType<typeof captain>) => ({ ...ask(startLadder()), actor }),
  {
    own: [captain(3), announced],
    'not the co-captain’s': [coCaptain(3), { code: 'not_captain', params: {} }],
  },
);

const minimum = { rest: { minimum: 2 } };
limit(
  'a rest has the fewest days',
  (more) => ask(startLadder({ rules: minimum }), { days: 2 + more }),
  {
    before: { code: 'rest_too_long', params: { days: 1, minimum: 2, maximum: 7 }, field: 'days' },
    at: announced,
    after: announced,
  },
);
limit('a rest has the most days', (more) => ask(startLadder(), { days: 7 + more }), {
  before: announced,
  at: announced,
  after: { code: 'rest_too_long', params: { days: 8, minimum: 1, maximum: 7 }, field: 'days' },
});

limit(
  'a season has so many days of rest',
  (more) =>
    ask(at(rest({ days: 3 }, { rest: { days: 5 } }), '2026-03-06T12:00:00.000Z'), {
      rest_id: 'other',
      from: '2026-03-06T12:00:00.000Z',
      days: 2 + more,
    }),
  {
    before: ['rest_announced', 'rest_began'],
    at: ['rest_announced', 'rest_began'],
    after: { code: 'rest_days_used', params: { left: 2, limit: 5 }, field: 'days' },
  },
);

limit(
  'a rest begins from now on',
  (away) => ask(startLadder(), { from: shift(worldStart, away) }),
  {
    before: { code: 'field_invalid', params: { field: 'from' }, field: 'from' },
    at: ['rest_announced', 'rest_began'],
    after: announced,
  },
);

limit('a rest begins on its day', (away) => ({ world: rest(), until: shift(tomorrow, away) }), {
  before: [],
  at: [
    {
      type: 'rest_began',
      at: tomorrow,
      data: {
        entry_id: 'entry3',
        rest_id: 'rest',
        from: tomorrow,
        until: '2026-03-04T12:00:00.000Z',
      },
    },
  ],
  after: ['rest_began'],
});

limit(
  'a rest ends by itself, all its days used',
  (away) => ({ world: rest({ from: worldStart }), until: shift('2026-03-03T12:00:00.000Z', away) }),
  {
    before: [],
    at: [
      {
        type: 'rest_ended',
        at: '2026-03-03T12:00:00.000Z',
        data: { entry_id: 'entry3', rest_id: 'rest', days: 2 },
      },
    ],
    after: ['rest_ended'],
  },
);

const toEnd = (rest_id = 'rest') => ({ type: 'end_rest' as const, entry_id: 'entry3', rest_id });
const end = (world: World, rest_id?: string) => ({
  world,
  actor: captain(3),
  command: toEnd(rest_id),
});
const ended = (days: number): Said => [
  { type: 'rest_ended', data: { entry_id: 'entry3', rest_id: 'rest', days } },
];

limit(
  'of a rest the days begun are used: the second begins after one',
  (away) => end(at(rest({ from: worldStart }), shift(tomorrow, away))),
  { before: ended(1), at: ended(1), after: ended(2) },
);

limit(
  'of a rest announced ahead only those from its own day on',
  (away) => end(at(rest(), shift('2026-03-03T12:00:00.000Z', away))),
  { before: ended(1), at: ended(1), after: ended(2) },
);

rows(
  'a rest is called off',
  ({ world, id }: { world: () => World; id?: string }) => end(world(), id),
  {
    'before it begins, for nothing': [{ world: rest }, ended(0)],
    'as soon as it has begun, for nothing': [{ world: () => rest({ from: worldStart }) }, ended(0)],
    'the moment after, for a day': [
      { world: () => at(rest({ from: worldStart }), shift(worldStart, 1)) },
      ended(1),
    ],
    'by its id': [
      { world: rest, id: 'other' },
      { code: 'not_found', params: { what: 'rest', id: 'other' } },
    ],
    once: [
      { world: () => endFirst() },
      { code: 'not_found', params: { what: 'rest', id: 'rest' } },
    ],
  },
);

/** The first rest is called off, another is announced. */
function endFirst(): World {
  const world = rest();
  act(world, captain(3), toEnd());
  act(world, captain(3), toRest({ rest_id: 'second' }));
  return world;
}

rows(
  'calling a rest off is the captain’s',
  (actor: ReturnType<typeof captain>) => ({ ...end(rest()), actor }),
  {
    own: [captain(3), ended(0)],
    'not the co-captain’s': [coCaptain(3), { code: 'not_captain', params: {} }],
  },
);

rows(
  'called off after its end, before the clock came by',
  (days: number) => ({
    ...end(at(rest({ from: worldStart, days }), '2026-03-04T13:00:00.000Z')),
    isLate: true,
  }),
  {
    'a rest uses no more than its days': [2, ended(2)],
  },
);

rows(
  'days called off come back',
  (days: number) => {
    const world = rest({ days: 5 }, { rest: { days: 5 } });
    act(world, captain(3), toEnd());
    return ask(world, { rest_id: 'second', days });
  },
  {
    'all of them': [5, announced],
  },
);

const toSet = (other: object = {}) => ({
  ...toRest(),
  type: 'set_rest' as const,
  reason: text('exams'),
  ...other,
});
const set = (world: World, other: object = {}) => ({
  world,
  actor: judge,
  command: toSet(other),
});

limit('an admin gives up to sixty days', (more) => set(startLadder(), { days: 60 + more }), {
  before: announced,
  at: [
    {
      type: 'rest_announced',
      data: like({ days: 60, until: '2026-05-01T12:00:00.000Z', text: text('exams') }),
    },
  ],
  after: { code: 'rest_too_long', params: { days: 61, minimum: 1, maximum: 60 }, field: 'days' },
});
limit(
  'an admin gives a day at least',
  (more) => set(startLadder({ rules: minimum }), { days: 1 + more }),
  {
    before: { code: 'rest_too_long', params: { days: 0, minimum: 1, maximum: 60 }, field: 'days' },
    at: announced,
    after: announced,
  },
);

rows('an admin lets rest', (world: () => World) => set(world()), {
  'who plays': [startLadder, announced],
  'not who is suspended': [suspend, { code: 'entry_gone', params: { entry: 'Team 3' } }],
  'not before the season opens': [startNext, 'season_not_open'],
  'not after its close': [() => close(startLadder()), 'season_closed'],
});

rows(
  'an admin calls a rest off',
  (rest_id: string) => ({
    world: waitTo(rest({ from: worldStart }), tomorrow),
    actor: judge,
    command: { type: 'cancel_rest', entry_id: 'entry3', rest_id, reason: text('back') },
  }),
  {
    'with a reason': [
      'rest',
      [
        {
          type: 'rest_ended',
          data: { entry_id: 'entry3', rest_id: 'rest', days: 1, text: text('back') },
        },
      ],
    ],
    'that there is': ['other', 'not_found'],
  },
);

function waitTo(world: World, instant: string): World {
  waitUntil(world, instant);
  return world;
}

it.each([
  ['just before it', -1, undefined],
  ['at it', 0, 'rest'],
  ['after it', 1, 'rest'],
])(
  'a rest that is announced for a day keeps challenges out from that day on: %s',
  (_name, away, id) => {
    const rest = {
      id: 'rest',
      from: tomorrow,
      until: shift(tomorrow, 60_000),
      status: 'announced',
    };
    const entry = { rests: [rest] } as unknown as Entry;
    expect(findDueRest(entry, shift(tomorrow, away))?.id).toBe(id);
    expect(findRest(entry, shift(tomorrow, away))?.id).toBe('rest');
  },
);

describe('a rest until tomorrow', () => {
  it.each<[Rest['status'], string, number, { keepsOut: boolean; runs: boolean }]>([
    ['announced', 'just before its end', -1, { keepsOut: true, runs: false }],
    ['announced', 'after it, as matches are open', 1, { keepsOut: true, runs: false }],
    ['running', 'just before its end', -1, { keepsOut: true, runs: true }],
    ['running', 'at it', 0, { keepsOut: false, runs: false }],
    ['running', 'after it', 1, { keepsOut: false, runs: false }],
    ['over', 'just before its end', -1, { keepsOut: false, runs: false }],
  ])('that is %s, %s', (status, _name, away, { keepsOut, runs }) => {
    const over = {
      id: 'over',
      from: worldStart,
      until: '2026-09-01T12:00:00.000Z',
      status: 'over',
    };
    const rest = { id: 'rest', from: worldStart, until: tomorrow, status };
    const entry = { rests: [over, rest] } as unknown as Entry;
    const instant = shift(tomorrow, away);
    expect(findRest(entry, instant)?.id).toBe(keepsOut ? 'rest' : undefined);
    expect(findDueRest(entry, instant)?.id).toBe(keepsOut ? 'rest' : undefined);
    expect(isResting(entry, instant)).toBe(runs);
  });
});
