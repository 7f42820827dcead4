import { describe, expect, it } from 'vitest';
import type { FormatName } from './ids.ts';
import { machine } from './machine.ts';
import { findEndByLeaving } from './removal.ts';
import type { MatchStatus } from './state.ts';
import { close, planNext, startLadder } from './testing/ladders.ts';
import { type Asked, like, rows, type Said } from './testing/rows.ts';
import { onMatch, report } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  goLive,
  judge,
  noon,
  noPicks,
  owner,
  people,
  someNonce,
  text,
  type World,
} from './testing/world.ts';

describe('a match whose entry goes', () => {
  const forfeitedFrom: MatchStatus[] = [
    'challenged',
    'offered',
    'countered',
    'scheduled',
    'checking_in',
    'veto',
    'live',
  ];
  it.each(Object.keys(machine) as MatchStatus[])('when %s', (status) => {
    const end = forfeitedFrom.includes(status) ? 'forfeited' : null;
    expect(findEndByLeaving(status, 'defender')).toBe(end);
    expect(findEndByLeaving(status, 'challenger')).toBe(
      status === 'challenged' ? 'withdrawn' : end,
    );
  });
});

/** Team 3 of four has challenged team 2. */
function startChallenged(): World {
  const world = startLadder({ count: 4 });
  challenge(world, 3, 2);
  return world;
}

function startOffered(): World {
  const world = startChallenged();
  const times = [noon(world, 2), noon(world, 3)];
  act(world, captain(2), { type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce });
  return world;
}

function startReported(): World {
  const world = startLadder({ count: 4 });
  goLive(world, 3, 2);
  act(world, captain(3), report(2, 0));
  return world;
}

/** Team 3 has challenged team 2 and is challenged by team 4. */
function startBetween(): World {
  const world = startOffered();
  challenge(world, 4, 3, 'other');
  return world;
}

function startUnanswered(): World {
  const world = startChallenged();
  challenge(world, 4, 3, 'other');
  return world;
}

const leave = (entry: number) => (world: World) => ({
  world,
  actor: captain(entry),
  command: { type: 'leave' as const, entry_id: `entry${entry}` },
});
const on = { entry_id: 'entry3', reason: text('cheats') };
const remove = (world: World) => ({
  world,
  actor: judge,
  command: { type: 'remove_entry' as const, ...on },
});
const suspend = (world: World) => ({
  world,
  actor: judge,
  command: { type: 'suspend_entry' as const, ...on, until: '2026-03-20T12:00:00.000Z' },
});
const forfeited = (winner: string, reason: string, match_id = 'match') => ({
  type: 'match_forfeited' as const,
  match_id,
  data: like({ winner, reason, rule: null, ruled: false }),
});

rows(
  'who goes',
  ({ from, ask }: { from: () => World; ask: (world: World) => Asked }) => ask(from()),
  {
    'withdraws a challenge that is not answered': [
      { from: startChallenged, ask: leave(3) },
      [
        { type: 'challenge_withdrawn', match_id: 'match', data: { reason: 'entry_left' } },
        {
          type: 'entry_left',
          data: {
            entry_id: 'entry3',
            reason: 'left',
            moves: [
              { entry_id: 'entry3', from: 3, to: null },
              { entry_id: 'entry4', from: 4, to: 3 },
            ],
          },
        },
      ],
    ],
    'forfeits what it does not answer': [
      { from: startChallenged, ask: leave(2) },
      [
        forfeited('challenger', 'entry_left'),
        {
          type: 'entry_left',
          data: {
            entry_id: 'entry2',
            reason: 'left',
            moves: [
              { entry_id: 'entry2', from: 3, to: null },
              { entry_id: 'entry4', from: 4, to: 3 },
            ],
          },
        },
      ],
    ],
    'forfeits an answered challenge': [
      { from: startOffered, ask: leave(3) },
      [forfeited('defender', 'entry_left'), 'entry_left'],
    ],
    'leaves a reported match to be judged': [
      { from: startReported, ask: leave(3) },
      ['entry_left'],
    ],
    'forfeits as defender first, then as challenger': [
      { from: startBetween, ask: leave(3) },
      [
        forfeited('challenger', 'entry_left', 'other'),
        forfeited('defender', 'entry_left'),
        'entry_left',
      ],
    ],
    'withdraws before it forfeits': [
      { from: startUnanswered, ask: leave(3) },
      [
        { type: 'challenge_withdrawn', match_id: 'match' },
        forfeited('challenger', 'entry_left', 'other'),
        'entry_left',
      ],
    ],
    'by an admin’s hand withdraws as well': [
      { from: startChallenged, ask: remove },
      [
        { type: 'challenge_withdrawn', data: { reason: 'entry_removed' } },
        {
          type: 'entry_removed',
          data: {
            entry_id: 'entry3',
            reason: 'by_admin',
            rule: null,
            text: text('cheats'),
            moves: [
              { entry_id: 'entry3', from: 3, to: null },
              { entry_id: 'entry4', from: 4, to: 3 },
            ],
          },
        },
      ],
    ],
    'by an admin’s hand forfeits as well': [
      { from: startOffered, ask: remove },
      [forfeited('defender', 'entry_removed'), 'entry_removed'],
    ],
    'for a while withdraws as well': [
      { from: startChallenged, ask: suspend },
      [
        { type: 'challenge_withdrawn', data: { reason: 'entry_suspended' } },
        {
          type: 'entry_suspended',
          data: {
            entry_id: 'entry3',
            until: '2026-03-20T12:00:00.000Z',
            reason: 'by_admin',
            rule: null,
            text: text('cheats'),
            moves: [
              { entry_id: 'entry3', from: 3, to: null },
              { entry_id: 'entry4', from: 4, to: 3 },
            ],
          },
        },
      ],
    ],
    'for a while forfeits as well': [
      { from: startOffered, ask: suspend },
      [forfeited('defender', 'entry_suspended'), 'entry_suspended'],
    ],
  },
);

const began: Said = [
  { type: 'challenge_withdrawn' },
  { type: 'rest_began', data: like({ entry_id: 'entry2' }) },
  'entry_left',
];
rows(
  'who goes lets the other’s rest begin',
  (days: number) => {
    const world = startChallenged();
    const command = { type: 'announce_rest', entry_id: 'entry2', rest_id: 'rest', days } as const;
    act(world, captain(2), { ...command, from: world.now });
    return leave(3)(world);
  },
  { 'at once': [2, began] },
);

function startSuspended(format: FormatName = 'rung'): World {
  const world = startLadder({ count: 4, format });
  act(world, judge, suspend(world).command);
  return world;
}

rows(
  'an admin ends a suspension',
  (from: () => World) => ({
    world: from(),
    actor: judge,
    command: { type: 'end_suspension', ...on },
  }),
  {
    'and the entry comes back at the bottom': [
      () => startSuspended(),
      [
        {
          type: 'suspension_ended',
          data: { entry_id: 'entry3', rung: 4, rule: null, text: text('cheats') },
        },
      ],
    ],
    'of an entry that has one': [startChallenged, 'not_found'],
    'and by ratings nobody has a rung': [
      () => startSuspended('rating'),
      [{ type: 'suspension_ended', data: like({ entry_id: 'entry3', rung: null }) }],
    ],
    'and the order of the last season counts for nothing': [
      startSuspendedAgain,
      [{ type: 'suspension_ended', data: like({ entry_id: 'entry3', rung: 4 }) }],
    ],
  },
);

/** Who stood third in the last season, and is suspended in this one. */
function startSuspendedAgain(): World {
  const world = planNext(close(startLadder({ count: 4 })));
  for (const { command, actor } of [1, 2, 3, 4].map((team) => toJoin(team))) {
    act(world, actor, command);
  }
  act(world, owner, { type: 'open_season' });
  act(world, judge, suspend(world).command);
  return world;
}

const toJoin = (team: number) => ({
  actor: captain(team),
  command: {
    type: 'join' as const,
    entry_id: `entry${team}`,
    team_id: `team${team}`,
    person_id: null,
    name: `Team ${team}`,
    players: people(team),
  },
});
