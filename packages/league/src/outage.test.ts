import { expect, it } from 'vitest';
import { startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { at, getMatch, notIdle, onMatch, startCompleted, startLive } from './testing/stations.ts';
import {
  act,
  asSystem,
  captain,
  challenge,
  checkIn,
  createWorld,
  noon,
  noPicks,
  schedule,
  someNonce,
  type World,
  waitUntil,
} from './testing/world.ts';

/** Asked by the server before its clock acts on what the gap may have touched. */
const extend = (world: World, from: string, until: string) => ({
  world: at(world, until),
  actor: null,
  isSystem: true,
  isLate: true,
  command: { type: 'extend_deadlines' as const, from, until },
});
const extended = (deadline: string, starts_at: string | null = null): Said => [
  {
    type: 'deadlines_extended',
    data: {
      from: '2026-03-01T13:00:00.000Z',
      until: '2026-03-01T14:30:00.000Z',
      length: 'PT1H30M',
      matches: [{ match_id: 'match', deadline, starts_at }],
    },
  },
];
const moved: Said = ['deadlines_extended'];

function startChallenged(): World {
  const world = startLadder({ rules: notIdle });
  challenge(world, 4, 2);
  return world;
}

/** At noon on 3 March; check-in from half past eleven to ten past twelve. */
function startScheduled(): World {
  const world = startLadder({ rules: notIdle });
  schedule(world, 4, 2);
  return world;
}

function startCheckIn(): World {
  const world = startScheduled();
  waitUntil(world, '2026-03-03T11:45:00.000Z');
  return world;
}

rows(
  'a gap',
  ({ world, from, until }: { world: () => World; from: string; until: string }) =>
    extend(world(), from, until),
  {
    'moves a time to answer by its length': [
      {
        world: startChallenged,
        from: '2026-03-01T13:00:00.000Z',
        until: '2026-03-01T14:30:00.000Z',
      },
      extended('2026-03-04T13:30:00.000Z'),
    ],
    'long before the check-in moves no match': [
      {
        world: startScheduled,
        from: '2026-03-01T13:00:00.000Z',
        until: '2026-03-01T14:30:00.000Z',
      },
      [],
    ],
    'in the check-in moves the match and its window': [
      { world: startCheckIn, from: '2026-03-03T11:50:00.000Z', until: '2026-03-03T12:00:00.000Z' },
      [
        {
          type: 'deadlines_extended',
          data: {
            from: '2026-03-03T11:50:00.000Z',
            until: '2026-03-03T12:00:00.000Z',
            length: 'PT10M',
            matches: [
              {
                match_id: 'match',
                deadline: '2026-03-03T12:20:00.000Z',
                starts_at: '2026-03-03T12:10:00.000Z',
              },
            ],
          },
        },
      ],
    ],
    'moves a match whose check-in was due before it and not yet opened': [
      {
        world: startScheduled,
        from: '2026-03-03T11:31:00.000Z',
        until: '2026-03-03T11:50:00.000Z',
      },
      moved,
    ],
    'does not move the start of a match that is played': [
      { world: startLive, from: '2026-03-03T12:01:00.000Z', until: '2026-03-03T12:02:00.000Z' },
      [
        {
          type: 'deadlines_extended',
          data: {
            from: '2026-03-03T12:01:00.000Z',
            until: '2026-03-03T12:02:00.000Z',
            length: 'PT1M',
            matches: [{ match_id: 'match', deadline: '2026-03-04T12:01:00.000Z', starts_at: null }],
          },
        },
      ],
    ],
    'moves nothing that is over': [
      {
        world: startCompleted,
        from: '2026-03-03T12:01:00.000Z',
        until: '2026-03-03T12:02:00.000Z',
      },
      [],
    ],
    'moves nothing where there is no season': [
      { world: createWorld, from: '2026-03-03T12:01:00.000Z', until: '2026-03-03T12:02:00.000Z' },
      [],
    ],
    'has an end': [
      { world: startChallenged, from: '2026-03-01T13:00:00.000Z', until: 'now' },
      { code: 'field_invalid', params: { field: 'until' }, field: 'until' },
    ],
    'has a beginning': [
      { world: startChallenged, from: 'before', until: '2026-03-01T14:30:00.000Z' },
      { code: 'field_invalid', params: { field: 'until' }, field: 'until' },
    ],
  },
);

limit(
  'a gap ends after it began',
  (away) => {
    const from = '2026-03-01T13:00:00.000Z';
    return extend(startChallenged(), from, shift(from, away));
  },
  {
    before: { code: 'field_invalid', params: { field: 'until' }, field: 'until' },
    at: 'field_invalid',
    after: moved,
  },
);

limit(
  'a deadline that the gap’s beginning met is moved',
  (away) =>
    extend(startChallenged(), shift('2026-03-04T12:00:00.000Z', away), '2026-03-04T14:00:00.000Z'),
  { before: moved, at: moved, after: [] },
);

limit(
  'a match moves with a gap that lasts to the opening of its check-in',
  (away) =>
    extend(startScheduled(), '2026-03-03T10:00:00.000Z', shift('2026-03-03T11:30:00.000Z', away)),
  { before: [], at: moved, after: moved },
);

limit(
  'a match moves with a gap that begins by the close of its check-in',
  (away) =>
    extend(startCheckIn(), shift('2026-03-03T12:10:00.000Z', away), '2026-03-03T14:00:00.000Z'),
  {
    before: [
      {
        type: 'deadlines_extended',
        data: {
          from: '2026-03-03T12:09:59.999Z',
          until: '2026-03-03T14:00:00.000Z',
          length: 'PT1H50M',
          matches: [
            {
              match_id: 'match',
              deadline: '2026-03-03T14:00:00.001Z',
              starts_at: '2026-03-03T13:50:00.001Z',
            },
          ],
        },
      },
    ],
    at: [
      {
        type: 'deadlines_extended',
        data: {
          from: '2026-03-03T12:10:00.000Z',
          until: '2026-03-03T14:00:00.000Z',
          length: 'PT1H50M',
          matches: [
            {
              match_id: 'match',
              deadline: '2026-03-03T14:00:00.000Z',
              starts_at: '2026-03-03T13:50:00.000Z',
            },
          ],
        },
      },
    ],
    after: [],
  },
);

function giveAway(world: World): World {
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  return world;
}

/** A match two days ahead, which a side has said at noon that it gives away. */
const startForfeiting = (): World => giveAway(startScheduled());

limit(
  'a gap that begins while a forfeit may be taken back gives that time back',
  (away) =>
    extend(startForfeiting(), shift('2026-03-01T12:10:00.000Z', away), '2026-03-01T12:30:00.000Z'),
  {
    before: [
      {
        type: 'deadlines_extended',
        data: like({
          matches: [{ match_id: 'match', deadline: '2026-03-01T12:30:00.001Z', starts_at: null }],
        }),
      },
    ],
    at: moved,
    after: [],
  },
);

it('a forfeit counts as much later, and its match is where it was once it is taken back', () => {
  const world = startForfeiting();
  asSystem(at(world, '2026-03-01T12:05:00.000Z'), {
    type: 'extend_deadlines',
    from: '2026-03-01T12:05:00.000Z',
    until: '2026-03-01T12:30:00.000Z',
  });
  expect(getMatch(world).forfeit?.effective_at).toBe('2026-03-01T12:35:00.000Z');
  waitUntil(world, '2026-03-01T12:34:59.999Z');
  act(world, captain(4), { type: 'take_back_forfeit', ...onMatch });
  expect(getMatch(world)).toMatchObject({
    status: 'scheduled',
    deadline: '2026-03-03T11:30:00.000Z',
  });
});

function takeBackAfter(world: World, from: string, until: string): void {
  asSystem(at(world, from), { type: 'extend_deadlines', from, until });
  act(at(world, until), captain(4), { type: 'take_back_forfeit', ...onMatch });
}

/** Five minutes ahead of its check-in a side gives the match away, and the server stands still for half an hour. */
function startTouched(): World {
  const world = giveAway(at(startScheduled(), '2026-03-03T11:25:00.000Z'));
  takeBackAfter(world, '2026-03-03T11:26:00.000Z', '2026-03-03T11:56:00.000Z');
  return world;
}

limit(
  'a forfeit that is taken back after a gap lets the check-in open half an hour before the moved start',
  (away) => ({ world: startTouched(), until: shift('2026-03-03T12:00:00.000Z', away) }),
  {
    before: [],
    at: [{ type: 'check_in_opened', data: { deadline: '2026-03-03T12:40:00.000Z' } }],
    after: ['check_in_opened'],
  },
);

limit(
  'a forfeit that counted before a gap does not move with the start of its match',
  (away) => {
    const world = giveAway(at(startScheduled(), '2026-03-03T11:25:00.000Z'));
    return extend(world, shift('2026-03-03T11:35:00.000Z', away), '2026-03-03T12:00:00.000Z');
  },
  { before: moved, at: moved, after: [] },
);

/** Both are there when one of them gives the match away, and the server stands still for a quarter of an hour. */
function startPresent(): World {
  const world = at(startScheduled(), '2026-03-03T11:40:00.000Z');
  checkIn(world, [4, 2]);
  giveAway(world);
  takeBackAfter(world, '2026-03-03T11:43:00.000Z', '2026-03-03T11:58:00.000Z');
  return world;
}

limit(
  'a match of which both were there begins at its moved start once a forfeit is taken back',
  (away) => ({ world: startPresent(), until: shift('2026-03-03T12:15:00.000Z', away) }),
  { before: [], at: ['match_started'], after: ['match_started'] },
);

it('a check-in that ran when a forfeit was announced goes on with what it had left, gap or not', () => {
  const world = giveAway(startCheckIn());
  takeBackAfter(world, '2026-03-03T11:46:00.000Z', '2026-03-03T11:55:00.000Z');
  expect(getMatch(world)).toMatchObject({
    status: 'checking_in',
    time: { starts_at: '2026-03-03T12:09:00.000Z' },
    deadline: '2026-03-03T12:20:00.000Z',
  });
});

/** A match on which both have checked in, whose maps are being chosen when its hour comes. */
function startVeto(): World {
  const pool = ['One', 'Two', 'Three'];
  const maps = { pool, count: 1, choice: 'veto', veto: ['ban', 'ban', 'decider'] };
  const world = startLadder({ rules: { ...notIdle, maps } });
  schedule(world, 4, 2);
  waitUntil(world, '2026-03-03T11:59:00.000Z');
  checkIn(world, [4, 2]);
  return world;
}

rows(
  'a gap while maps are chosen',
  (until: string) => extend(startVeto(), '2026-03-03T11:59:30.000Z', until),
  {
    'moves the turn and the start': [
      '2026-03-03T12:00:30.000Z',
      [
        {
          type: 'deadlines_extended',
          data: {
            from: '2026-03-03T11:59:30.000Z',
            until: '2026-03-03T12:00:30.000Z',
            length: 'PT1M',
            matches: [
              {
                match_id: 'match',
                deadline: '2026-03-03T12:01:00.000Z',
                starts_at: '2026-03-03T12:01:00.000Z',
              },
            ],
          },
        },
      ],
    ],
  },
);

rows(
  'gaps are the server’s',
  (isSystem: boolean) => ({
    ...extend(startChallenged(), '2026-03-01T13:00:00.000Z', '2026-03-01T14:30:00.000Z'),
    actor: captain(2),
    isSystem,
  }),
  {
    own: [true, moved],
    'nobody else’s': [false, { code: 'not_admin', params: {} }],
  },
);

/** Two challenges, of which the gap touches the second's answer only. */
function startTwo(): World {
  const world = startChallenged();
  const times = [noon(world, 5), noon(world, 6)];
  act(world, captain(2), { type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce });
  challenge(world, 6, 5, 'other');
  return world;
}

rows('of several matches', (from: string) => extend(startTwo(), from, '2026-03-03T13:00:00.000Z'), {
  'those whose time had not run out are moved': [
    '2026-03-03T12:30:00.000Z',
    [
      {
        type: 'deadlines_extended',
        data: {
          from: '2026-03-03T12:30:00.000Z',
          until: '2026-03-03T13:00:00.000Z',
          length: 'PT30M',
          matches: [{ match_id: 'other', deadline: '2026-03-04T12:30:00.000Z', starts_at: null }],
        },
      },
    ],
  ],
});
