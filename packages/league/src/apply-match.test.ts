import { expect, it } from 'vitest';
import { applyLadder, emptyLadder } from './apply.ts';
import { isStoppedBeforeStart } from './apply-match.ts';
import type { LadderCommand } from './command.ts';
import type { LadderEvent } from './event.ts';
import type { Match } from './state.ts';
import { startLadder } from './testing/ladders.ts';
import {
  dispute,
  getMatch,
  notIdle,
  onMatch,
  report,
  rule,
  startDisputed,
  startLive,
} from './testing/stations.ts';
import {
  act,
  asSystem,
  captain,
  challenge,
  checkIn,
  getEntry,
  judge,
  noon,
  noPicks,
  rungs,
  schedule,
  someNonce,
  text,
  type World,
  wait,
  waitUntil,
  worldStart,
} from './testing/world.ts';

const startChallenged = (): World => {
  const world = startLadder({ rules: notIdle });
  challenge(world, 4, 2);
  return world;
};
const theirNonce = 'm'.repeat(20);
const accept = (world: World): LadderCommand => ({
  type: 'accept',
  ...onMatch,
  times: [noon(world, 2), noon(world, 3)],
  picks: noPicks,
  nonce: theirNonce,
});
const startOffered = (): World => {
  const world = startChallenged();
  act(world, captain(2), accept(world));
  return world;
};
/** For noon of the third. */
const startScheduled = (): World => {
  const world = startLadder({ rules: notIdle });
  schedule(world, 4, 2);
  return world;
};
const startCheckIn = (): World => {
  const world = startScheduled();
  waitUntil(world, '2026-03-03T11:45:00.000Z');
  return world;
};

it('a challenge is an empty match, and takes a place of each', () => {
  const world = startChallenged();
  const nothing = { challenger: null, defender: null };
  expect(getMatch(world)).toEqual({
    id: 'match',
    season_id: 'season',
    challenger_id: 'entry4',
    defender_id: 'entry2',
    status: 'challenged',
    version: 1,
    rules_version: 1,
    is_rematch: false,
    created_at: worldStart,
    changed_at: worldStart,
    deadline: '2026-03-04T12:00:00.000Z',
    seed_hash: expect.any(String) as string,
    seed: null,
    nonces: { challenger: someNonce, defender: null },
    picks: { C: noPicks, D: noPicks, A: noPicks },
    maps: [],
    draws: [],
    veto: [],
    offered: [],
    countered: [],
    time: null,
    extension: null,
    reschedule: null,
    reschedules: 0,
    cancellation: null,
    check_ins: nothing,
    live_at: null,
    reports: nothing,
    correction: null,
    forfeit: null,
    taken_back: [],
    result: null,
    replays: 0,
    dispute_id: null,
    appeal_id: null,
  } satisfies Match);
  expect(getEntry(world, 'entry4')).toMatchObject({ challenging: 'match', challenged_by: null });
  expect(getEntry(world, 'entry2')).toMatchObject({ challenging: null, challenged_by: 'match' });
});

it('who challenges is not idle any more, and has one of the challenges of a new entry less', () => {
  const world = startLadder({ rules: { idle: { warnAfter: 'P7D', dropAfter: 'P10D' } } });
  wait(world, 'P11D');
  expect(getEntry(world, 'entry4').idle_dropped_at).not.toBeNull();
  const [first = '', second = ''] = rungs(world);
  const { active_at } = getEntry(world, first);
  challenge(world, Number(second.slice(-1)), Number(first.slice(-1)));
  expect(getEntry(world, second)).toMatchObject({
    challenges_made: 1,
    active_at: world.now,
    idle_warned_at: null,
    idle_dropped_at: null,
  });
  expect(getEntry(world, first)).toMatchObject({ challenges_made: 0, challenged_at: world.now });
  expect(getEntry(world, first).active_at).toBe(active_at);
});

/** What of the match is as said after somebody has done something. */
const story = (name: string, tell: () => [World, Partial<Match> | { [member: string]: unknown }]) =>
  it(name, () => {
    const [world, wanted] = tell();
    expect(getMatch(world)).toMatchObject(wanted);
  });

story('who accepts has a part in the draws as well', () => [
  startOffered(),
  {
    status: 'offered',
    nonces: { challenger: someNonce, defender: theirNonce },
    picks: { C: noPicks, D: noPicks, A: noPicks },
    offered: ['2026-03-03T12:00:00.000Z', '2026-03-04T12:00:00.000Z'],
  },
]);

story('what each side picked stays until the maps are drawn', () => {
  const maps = { pool: ['One', 'Two', 'Three'], count: 3, letters: ['C', 'D', 'A'] };
  const world = startLadder({ rules: { ...notIdle, maps } });
  const pick = (map: string) => ({ maps: [map], sides: [] });
  act(world, captain(4), {
    type: 'challenge',
    ...onMatch,
    challenger_id: 'entry4',
    defender_id: 'entry2',
    picks: pick('One'),
    nonce: someNonce,
  });
  act(world, captain(2), { ...accept(world), picks: pick('Two') } as LadderCommand);
  expect(getMatch(world).picks).toEqual({ C: pick('One'), D: pick('Two'), A: noPicks });
  const time = noon(world, 2);
  act(world, captain(4), { type: 'confirm_time', ...onMatch, time, picks: pick('Three') });
  return [world, { picks: { C: pick('One'), D: pick('Two'), A: pick('Three') } }];
});

story('more time is asked for, and given', () => {
  const world = startOffered();
  act(world, captain(2), { type: 'ask_extension', ...onMatch });
  const asked = { asked_by: 'defender', asked_at: worldStart };
  expect(getMatch(world).extension).toEqual({ ...asked, agreed_at: null });
  wait(world, 'PT1H');
  act(world, captain(4), { type: 'agree_extension', ...onMatch });
  return [world, { extension: { ...asked, agreed_at: world.now } }];
});

story('a new time is asked for, and refused: nothing is left of it', () => {
  const world = startScheduled();
  const times = [noon(world, 4)];
  act(world, captain(2), { type: 'ask_reschedule', ...onMatch, times });
  expect(getMatch(world).reschedule).toEqual({
    asked_by: 'defender',
    asked_at: worldStart,
    times,
  });
  act(world, captain(4), { type: 'answer_reschedule', ...onMatch, time: null });
  return [
    world,
    { reschedule: null, reschedules: 0, time: { starts_at: '2026-03-03T12:00:00.000Z' } },
  ];
});

story('a new time is agreed, and says so', () => {
  const world = startScheduled();
  const time = noon(world, 4);
  act(world, captain(2), { type: 'ask_reschedule', ...onMatch, times: [time] });
  act(world, captain(4), { type: 'answer_reschedule', ...onMatch, time });
  return [
    world,
    {
      reschedule: null,
      reschedules: 1,
      deadline: '2026-03-05T11:30:00.000Z',
      time: { starts_at: time, zone: 'Europe/Berlin', by: 'reschedule', reason: null },
    },
  ];
});

story('a time that is moved again counts both moves', () => {
  const world = startScheduled();
  for (const time of [noon(world, 4), noon(world, 5)]) {
    act(world, captain(2), { type: 'ask_reschedule', ...onMatch, times: [time] });
    act(world, captain(4), { type: 'answer_reschedule', ...onMatch, time });
  }
  return [world, { reschedules: 2, time: { starts_at: '2026-03-06T12:00:00.000Z' } }];
});

story('what was asked for is void once the check-in opens', () => {
  const world = startScheduled();
  act(world, captain(2), { type: 'ask_reschedule', ...onMatch, times: [noon(world, 4)] });
  act(world, captain(2), { type: 'ask_cancellation', ...onMatch });
  expect(getMatch(world).cancellation).toEqual({ asked_by: 'defender', asked_at: worldStart });
  waitUntil(world, '2026-03-03T11:30:00.000Z');
  return [world, { status: 'checking_in', reschedule: null, cancellation: null }];
});

story('what was asked for before a time was agreed is void with it', () => {
  const world = startOffered();
  act(world, captain(2), { type: 'ask_cancellation', ...onMatch });
  act(world, captain(4), {
    type: 'confirm_time',
    ...onMatch,
    time: noon(world, 2),
    picks: noPicks,
  });
  return [world, { status: 'scheduled', cancellation: null }];
});

story('who is there says who plays', () => {
  const world = startCheckIn();
  act(world, captain(2), { type: 'check_in', ...onMatch, players: ['team2-b', 'team2-a'] });
  return [
    world,
    {
      check_ins: {
        challenger: null,
        defender: { at: world.now, person_id: 'team2-a', players: ['team2-b', 'team2-a'] },
      },
    },
  ];
});

story('a report says by whom it is', () => {
  const world = startLive();
  act(world, captain(4), report(2, 1));
  return [
    world,
    {
      status: 'reported',
      reports: {
        challenger: {
          by: 'challenger',
          person_id: 'team4-a',
          at: world.now,
          winner: 'challenger',
        },
        defender: null,
      },
    },
  ];
});

story('an announced forfeit stops the clock, and who takes it back has done so once', () => {
  const world = startScheduled();
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  expect(getMatch(world)).toMatchObject({
    deadline: '2026-03-01T12:10:00.000Z',
    forfeit: {
      by: 'challenger',
      at: worldStart,
      effective_at: '2026-03-01T12:10:00.000Z',
      stopped_deadline: '2026-03-03T11:30:00.000Z',
    },
  });
  act(world, captain(4), { type: 'take_back_forfeit', ...onMatch });
  act(world, captain(2), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 4' });
  act(world, captain(2), { type: 'take_back_forfeit', ...onMatch });
  return [world, { forfeit: null, taken_back: ['challenger', 'defender'] }];
});

story('an admin gives more time', () => {
  const world = startOffered();
  const until = '2026-03-08T12:00:00.000Z';
  act(world, judge, { type: 'extend_deadline', ...onMatch, until, reason: text('ill') });
  return [world, { status: 'offered', deadline: until, version: 3 }];
});

story('of a match that is given away too, which is then given away later', () => {
  const world = startLive();
  const until = '2026-03-08T12:00:00.000Z';
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  act(world, judge, { type: 'extend_deadline', ...onMatch, until, reason: text('ill') });
  const forfeit = { by: 'challenger', effective_at: until };
  return [world, { status: 'live', deadline: until, forfeit }];
});

/** The server stands still from now to an instant. */
function standStill(world: World, until: string): World {
  // Said at its beginning, so that the clock has not acted yet on what the gap has touched.
  asSystem(world, { type: 'extend_deadlines', from: world.now, until });
  world.now = until;
  return world;
}

story('after a gap in the check-in the match begins later, on the same clocks', () => [
  standStill(startCheckIn(), '2026-03-03T12:00:00.000Z'),
  {
    deadline: '2026-03-03T12:25:00.000Z',
    time: { starts_at: '2026-03-03T12:15:00.000Z', zone: 'Europe/Berlin', by: 'agreement' },
  },
]);

story('after a gap the time to answer is longer, and there is no hour yet', () => [
  standStill(startOffered(), '2026-03-01T13:00:00.000Z'),
  { deadline: '2026-03-03T13:00:00.000Z', time: null, forfeit: null },
]);

story('after a gap a forfeit counts later', () => {
  const world = startLive();
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  return [
    standStill(world, '2026-03-03T12:05:00.000Z'),
    {
      deadline: '2026-03-03T12:15:00.000Z',
      forfeit: { by: 'challenger', effective_at: '2026-03-03T12:15:00.000Z' },
      time: { starts_at: '2026-03-03T12:00:00.000Z' },
    },
  ];
});

/** Team 4 gives its match away, and the server stands still from a minute later. */
function giveAwayBefore(world: World, from: string, until: string): World {
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  world.now = from;
  return standStill(world, until);
}

it.each<[string, string, string, () => World, object]>([
  [
    'opens its check-in as much later where the gap moved its start',
    '2026-03-03T11:26:00.000Z',
    '2026-03-03T11:56:00.000Z',
    () => {
      const world = startScheduled();
      waitUntil(world, '2026-03-03T11:25:00.000Z');
      return world;
    },
    { starts: '2026-03-03T12:30:00.000Z', stopped: '2026-03-03T12:00:00.000Z' },
  ],
  [
    'opens its check-in as it would where the gap was over long before it',
    '2026-03-01T12:05:00.000Z',
    '2026-03-01T12:30:00.000Z',
    startScheduled,
    { starts: '2026-03-03T12:00:00.000Z', stopped: '2026-03-03T11:30:00.000Z' },
  ],
  [
    'begins at its moved start where both were there',
    '2026-03-03T11:46:00.000Z',
    '2026-03-03T11:56:00.000Z',
    () => {
      const world = startCheckIn();
      checkIn(world, [4, 2]);
      return world;
    },
    { starts: '2026-03-03T12:10:00.000Z', stopped: '2026-03-03T12:10:00.000Z' },
  ],
  [
    'has what its check-in had left, wherever its start went',
    '2026-03-03T11:46:00.000Z',
    '2026-03-03T11:55:00.000Z',
    startCheckIn,
    { starts: '2026-03-03T12:09:00.000Z', stopped: '2026-03-03T12:10:00.000Z' },
  ],
  [
    'has what was left to report where it was played already',
    '2026-03-03T12:05:00.000Z',
    '2026-03-03T12:15:00.000Z',
    startLive,
    { starts: '2026-03-03T12:00:00.000Z', stopped: '2026-03-04T12:00:00.000Z' },
  ],
  [
    'has what was left to answer where it has no start',
    '2026-03-01T12:05:00.000Z',
    '2026-03-01T12:15:00.000Z',
    startOffered,
    { starts: undefined, stopped: '2026-03-03T12:00:00.000Z' },
  ],
])('a match given away before a gap %s', (_name, from, until, start, expected) => {
  const { time, forfeit } = getMatch(giveAwayBefore(start(), from, until));
  expect({ starts: time?.starts_at, stopped: forfeit?.stopped_deadline }).toEqual(expected);
});

it('a match that nobody gave away, or that has no hour, was not stopped before its start', () => {
  expect(isStoppedBeforeStart(getMatch(startLive()))).toBe(false);
  const world = startOffered();
  act(world, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  expect(isStoppedBeforeStart(getMatch(world))).toBe(false);
});

story('a match that is played again begins with its times and nothing else', () => {
  const world = startDisputed();
  const times = [noon(world, 3), noon(world, 4), noon(world, 5)];
  act(world, judge, rule({ kind: 'replay', times }));
  return [
    world,
    {
      status: 'offered',
      offered: times,
      countered: [],
      time: null,
      check_ins: { challenger: null, defender: null },
      reports: { challenger: null, defender: null },
      live_at: null,
      extension: null,
      cancellation: null,
      dispute_id: null,
      replays: 1,
    },
  ];
});

/** A judge has it played again, and it is, three noons after. */
function playAgain(world: World): void {
  const times = [noon(world, 3), noon(world, 4), noon(world, 5)];
  act(world, judge, rule({ kind: 'replay', times }));
  const [time = ''] = times;
  act(world, captain(4), { type: 'confirm_time', ...onMatch, time, picks: noPicks });
}

story('a match that is played a third time counts both replays', () => {
  const world = startDisputed(notIdle);
  playAgain(world);
  waitUntil(world, '2026-03-06T12:00:00.000Z');
  checkIn(world, [4, 2]);
  act(world, captain(4), report(2, 1));
  act(world, captain(2), dispute('again'));
  playAgain(world);
  return [world, { status: 'scheduled', replays: 2 }];
});

const ends: [string, () => World][] = [
  [
    'declined',
    () => {
      const world = startChallenged();
      act(world, captain(2), { type: 'decline', ...onMatch });
      return world;
    },
  ],
  [
    'withdrawn',
    () => {
      const world = startChallenged();
      act(world, captain(4), { type: 'withdraw', ...onMatch });
      return world;
    },
  ],
  [
    'expired',
    () => {
      const world = startLadder({ rules: { ...notIdle, challenge: { unanswered: 'expire' } } });
      challenge(world, 4, 2);
      wait(world, 'PT73H');
      return world;
    },
  ],
  [
    'cancelled',
    () => {
      const world = startScheduled();
      act(world, captain(2), { type: 'ask_cancellation', ...onMatch });
      act(world, captain(4), { type: 'agree_cancellation', ...onMatch });
      return world;
    },
  ],
];
it.each(ends)('a match that is %s waits for nobody, and leaves both free', (status, from) => {
  const world = from();
  expect(getMatch(world)).toMatchObject({ status, deadline: null });
  expect(getEntry(world, 'entry4').challenging).toBeNull();
  expect(getEntry(world, 'entry2').challenged_by).toBeNull();
});

story('a counter-offer stands beside the offer', () => {
  const world = startOffered();
  const times = [noon(world, 4), noon(world, 5)];
  act(world, captain(4), { type: 'counter_offer', ...onMatch, times });
  return [
    world,
    {
      status: 'countered',
      offered: [noon(world, 2), noon(world, 3)],
      countered: times,
      deadline: '2026-03-03T12:00:00.000Z',
    },
  ];
});

/** Agreed, on a ladder where so many of three maps are chosen turn by turn. */
function startTurns(count: number, veto: readonly string[]): World {
  const maps = { pool: ['One', 'Two', 'Three'], count, choice: 'veto', veto };
  const world = startLadder({ rules: { ...notIdle, maps } });
  schedule(world, 4, 2);
  return world;
}

story('turns of a veto stand in their order, and the seed is told with the last', () => {
  const world = startTurns(1, ['ban', 'ban', 'decider']);
  const ban = (team: number, value: string) =>
    act(world, captain(team), { type: 'take_veto_turn', ...onMatch, action: 'ban', value });
  ban(2, 'One');
  expect(getMatch(world)).toMatchObject({ status: 'scheduled', seed: null, maps: [], draws: [] });
  ban(4, 'Three');
  return [
    world,
    {
      veto: [
        { action: 'ban', by: 'defender', value: 'One', at: worldStart },
        { action: 'ban', by: 'challenger', value: 'Three', at: worldStart },
        { action: 'decider', by: 'draw', value: 'Two', at: worldStart },
      ],
      maps: [{ map: 'Two', by: 'decider' }],
      draws: [expect.objectContaining({ purpose: 'decider' })],
      seed: 'seed of match',
    },
  ];
});

story('both call it off amid the turns, and the seed is told', () => {
  const world = startTurns(2, ['ban', 'decider', 'decider']);
  const { match } = world.state.matches;
  const one = { n: 1, purpose: 'decider' as const, options: ['One', 'Two'], value: 'One' };
  world.state = {
    ...world.state,
    matches: { match: { ...(match ?? expect.fail()), draws: [one] } },
  };
  for (const [team, type] of [
    [2, 'ask_cancellation'],
    [4, 'agree_cancellation'],
  ] as const) {
    act(world, captain(team), { type, ...onMatch });
  }
  return [world, { status: 'cancelled', deadline: null, seed: 'seed of match' }];
});

story('both are there, and turns of the veto are left', () => {
  const maps = { pool: ['One', 'Two'], count: 1, choice: 'veto', veto: ['ban', 'decider'] };
  const world = startLadder({ rules: { ...notIdle, maps } });
  schedule(world, 4, 2);
  waitUntil(world, '2026-03-03T11:45:00.000Z');
  checkIn(world, [4, 2]);
  return [world, { status: 'veto', deadline: '2026-03-03T11:46:00.000Z' }];
});

story('the seed that a veto told stays told when the match is played again', () => {
  const maps = { pool: ['One', 'Two'], count: 1, choice: 'veto', veto: ['ban', 'decider'] };
  const world = startLadder({ rules: { ...notIdle, maps } });
  schedule(world, 4, 2);
  act(world, captain(2), { type: 'take_veto_turn', ...onMatch, action: 'ban', value: 'One' });
  waitUntil(world, '2026-03-03T12:00:00.000Z');
  checkIn(world, [4, 2]);
  act(world, captain(4), {
    type: 'report',
    ...onMatch,
    scores: [{ map: 'Two', challenger: 11, defender: 5 }],
  });
  act(world, captain(2), dispute());
  playAgain(world);
  return [
    world,
    { status: 'scheduled', replays: 1, maps: [{ map: 'Two' }], seed: 'seed of match' },
  ];
});

story('a replay knows nothing of how the first time was found', () => {
  const world = startOffered();
  act(world, captain(2), { type: 'ask_extension', ...onMatch });
  act(world, captain(4), { type: 'agree_extension', ...onMatch });
  const countered = [noon(world, 4), noon(world, 5)];
  act(world, captain(4), { type: 'counter_offer', ...onMatch, times: countered });
  act(world, captain(2), {
    type: 'confirm_time',
    ...onMatch,
    time: noon(world, 4),
    picks: noPicks,
  });
  waitUntil(world, noon(world, 4));
  checkIn(world, [4, 2]);
  act(world, captain(4), report(2, 1));
  act(world, captain(2), dispute());
  const times = [noon(world, 3), noon(world, 4), noon(world, 5)];
  act(world, judge, rule({ kind: 'replay', times }));
  return [
    world,
    { status: 'offered', offered: times, countered: [], extension: null, cancellation: null },
  ];
});

story('a time that a ruling named is the ruling’s', () => {
  const world = startDisputed();
  const times = [noon(world, 3), noon(world, 4), noon(world, 5)];
  act(world, judge, rule({ kind: 'replay', times }));
  wait(world, 'PT49H');
  return [world, { status: 'scheduled', time: { starts_at: times[0], by: 'ruling' } }];
});

it('a decline that does not count is not kept', () => {
  const world = startChallenged();
  act(world, captain(2), { type: 'decline', ...onMatch });
  expect(getEntry(world, 'entry2').declined).toEqual(['entry4']);
  const [declined] = world.events.slice(-1) as [LadderEvent & { type: 'challenge_declined' }];
  const rematch = { ...declined, data: { ...declined.data, counts: false } };
  const before = startChallenged().state;
  expect(applyLadder(before, rematch).entries.entry2?.declined).toEqual([]);
});

it('a challenge of entries that there are not, where there is no season, changes no entry', () => {
  const [made] = startChallenged().events.slice(-1) as [LadderEvent];
  const { entries, matches } = applyLadder(emptyLadder, { ...made, match_id: null });
  expect(entries).toEqual({});
  expect(matches).toEqual({ '': expect.objectContaining({ id: '', season_id: '' }) as Match });
});

it('a decline of an entry that there is not is kept of none', () => {
  const world = startChallenged();
  const { state } = world;
  act(world, captain(2), { type: 'decline', ...onMatch });
  const [declined] = world.events.slice(-1) as [LadderEvent & { type: 'challenge_declined' }];
  const stray = { ...declined, data: { ...declined.data, entry_id: 'nowhere' } };
  const after = applyLadder(state, stray);
  expect(Object.keys(after.entries)).toEqual(Object.keys(state.entries));
  expect(Object.values(after.entries).flatMap((entry) => entry.declined)).toEqual([]);
});

/** Everything that can happen to a match before its result. */
function tellAll(): LadderEvent[] {
  const called = startOffered();
  for (const type of ['ask_extension', 'ask_cancellation'] as const) {
    act(called, captain(2), { type, ...onMatch });
  }
  act(called, captain(4), { type: 'agree_extension', ...onMatch });
  act(called, captain(4), {
    type: 'counter_offer',
    ...onMatch,
    times: [noon(called, 4), noon(called, 5)],
  });
  act(called, captain(4), { type: 'agree_cancellation', ...onMatch });
  const moved = startScheduled();
  for (const time of [null, noon(moved, 4)]) {
    act(moved, captain(2), { type: 'ask_reschedule', ...onMatch, times: [noon(moved, 4)] });
    act(moved, captain(4), { type: 'answer_reschedule', ...onMatch, time });
  }
  act(moved, captain(4), { type: 'announce_forfeit', ...onMatch, opponent: 'Team 2' });
  act(moved, captain(4), { type: 'take_back_forfeit', ...onMatch });
  const played = startLadder({
    rules: {
      ...notIdle,
      maps: { pool: ['One', 'Two'], count: 1, choice: 'veto', veto: ['ban', 'decider'] },
    },
  });
  schedule(played, 4, 2);
  waitUntil(played, '2026-03-03T11:45:00.000Z');
  checkIn(played, [4, 2]);
  waitUntil(played, '2026-03-03T12:00:00.000Z');
  const ruled = startLive();
  act(ruled, captain(4), report(2, 1));
  act(ruled, judge, {
    type: 'extend_deadline',
    ...onMatch,
    until: noon(ruled, 3),
    reason: text('ill'),
  });
  act(ruled, captain(2), dispute());
  const times = [noon(ruled, 3), noon(ruled, 4), noon(ruled, 5)];
  act(ruled, judge, rule({ kind: 'replay', times }));
  const declined = startChallenged();
  act(declined, captain(2), { type: 'decline', ...onMatch });
  return [called, moved, played, ruled, declined].flatMap(({ events }) =>
    events.filter(({ match_id }) => match_id !== null),
  );
}

it('what is said of a match that there is not changes none', () => {
  const { state } = startChallenged();
  const events = tellAll().filter(({ type }) => type !== 'challenge_made');
  expect(new Set(events.map(({ type }) => type)).size).toBeGreaterThan(20);
  for (const match_id of ['nowhere', null]) {
    for (const event of events) {
      expect(applyLadder(state, { ...event, match_id }).matches).toEqual(state.matches);
    }
  }
  const late = { ...events[0], type: 'deadlines_extended', match_id: null } as LadderEvent;
  const data = { matches: [{ match_id: 'nowhere', deadline: worldStart, starts_at: null }] };
  expect(applyLadder(state, { ...late, data } as LadderEvent).matches).toEqual(state.matches);
});
