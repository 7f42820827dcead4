import { describe, expect, it } from 'vitest';
import type { LadderCommand } from './command.ts';
import { addDuration } from './duration.ts';
import type { Match, Picks } from './state.ts';
import { startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { at, getMatch, notIdle, onMatch } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  getEntry,
  join,
  noon,
  noPicks,
  people,
  schedule,
  someNonce,
  start,
  statusOf,
  tryCommand,
  type World,
  wait,
  worldStart,
} from './testing/world.ts';

describe('times', () => {
  it('are checked one by one, each refusal naming the time and the limit', () => {
    const world = createWorld({
      rules: { schedule: { weekdays: [1, 2, 3, 4, 5], hoursFrom: '18:00', hoursUntil: '22:00' } },
    });
    join(world, 6);
    challenge(world, 4, 2);
    const offer = (...times: string[]) =>
      tryCommand(world, captain(2), {
        type: 'accept',
        match_id: 'match',
        times,
        picks: noPicks,
        nonce: someNonce,
      });
    const good = '2026-03-04T18:00:00.000Z';
    expect(offer(good)).toMatchObject({
      code: 'times_count',
      params: { has: 1, minimum: 2, maximum: 5 },
    });
    expect(offer(good, good)).toMatchObject({ code: 'times_not_distinct' });
    expect(offer(good, '2026-03-02T11:00:00.000Z')).toMatchObject({ code: 'time_out_of_window' });
    expect(offer(good, '2026-03-07T18:00:00.000Z')).toMatchObject({ code: 'weekday_not_allowed' });
    expect(offer(good, '2026-03-05T12:00:00.000Z')).toMatchObject({
      code: 'hour_not_allowed',
      params: { zone: 'Europe/Berlin' },
    });
    expect(offer(good, 'tomorrow')).toMatchObject({ code: 'field_invalid', field: 'times' });
    expect(offer(good, '2026-03-05T18:00:00.000Z')).toBeNull();
  });

  it('of one entry lie two hours apart', () => {
    const world = start();
    const time = schedule(world, 4, 2);
    challenge(world, 2, 1, 'other');
    const near = addDuration(time, 'PT1H');
    expect(
      tryCommand(world, captain(1), {
        type: 'accept',
        match_id: 'other',
        times: [near, noon(world, 4)],
        picks: noPicks,
        nonce: someNonce,
      }),
    ).toEqual({
      code: 'time_too_close',
      params: { time: near, match_id: 'match', apart: 'PT2H' },
      field: 'times',
    });
  });

  it('are set by default where both rosters are free, and the reason is in the event', () => {
    const world = start();
    world.facts.availability = Object.fromEntries(
      [...people(4), ...people(2).slice(0, 2)].map((person) => [
        person,
        { zone: 'Europe/Berlin', ranges: [{ weekday: 3, from: '20:00', until: '22:00' }] },
      ]),
    );
    challenge(world, 4, 2);
    act(world, captain(2), {
      type: 'accept',
      match_id: 'match',
      times: [noon(world, 2), noon(world, 3)],
      picks: noPicks,
      nonce: someNonce,
    });
    wait(world, 'PT49H');
    expect(world.state.matches.match?.time).toMatchObject({
      starts_at: '2026-03-04T19:00:00.000Z',
      by: 'default',
      reason: {
        kind: 'overlap',
        challenger_free: 4,
        defender_free: 2,
        challenger_declared: 4,
        defender_declared: 2,
      },
    });
  });

  it('that cannot be found void the match without strikes', () => {
    const world = createWorld({ ends: '2026-03-04T00:00:00.000Z' });
    join(world, 6);
    challenge(world, 4, 2);
    act(world, captain(2), {
      type: 'accept',
      match_id: 'match',
      times: [noon(world, 1), '2026-03-02T13:00:00.000Z'],
      picks: noPicks,
      nonce: someNonce,
    });
    wait(world, 'PT49H');
    expect(world.state.matches.match?.result).toMatchObject({ kind: 'voided', reason: 'no_time' });
    expect(getEntry(world, 'entry4').strikes).toEqual([]);
  });

  it('are pending once by agreement, moved twice at most, and cancelled by both', () => {
    const world = start();
    challenge(world, 4, 2);
    act(world, captain(2), {
      type: 'accept',
      match_id: 'match',
      times: [noon(world, 2), noon(world, 3)],
      picks: noPicks,
      nonce: someNonce,
    });
    const before = world.state.matches.match?.deadline ?? '';
    act(world, captain(2), { type: 'ask_extension', match_id: 'match' });
    expect(
      tryCommand(world, captain(2), { type: 'agree_extension', match_id: 'match' }),
    ).toMatchObject({ code: 'nothing_asked' });
    act(world, captain(4), { type: 'agree_extension', match_id: 'match' });
    expect(world.state.matches.match?.deadline).toBe(addDuration(before, 'PT72H'));
    expect(
      tryCommand(world, captain(4), { type: 'ask_extension', match_id: 'match' }),
    ).toMatchObject({ code: 'extension_used' });
    act(world, captain(4), {
      type: 'counter_offer',
      match_id: 'match',
      times: [noon(world, 4), noon(world, 5)],
    });
    act(world, captain(2), {
      type: 'confirm_time',
      match_id: 'match',
      time: noon(world, 5),
      picks: noPicks,
    });
    for (const days of [6, 7]) {
      act(world, captain(2), {
        type: 'ask_reschedule',
        match_id: 'match',
        times: [noon(world, days)],
      });
      act(world, captain(4), {
        type: 'answer_reschedule',
        match_id: 'match',
        time: noon(world, days),
      });
    }
    expect(
      tryCommand(world, captain(2), {
        type: 'ask_reschedule',
        match_id: 'match',
        times: [noon(world, 8)],
      }),
    ).toMatchObject({ code: 'reschedules_used' });
    act(world, captain(2), { type: 'ask_cancellation', match_id: 'match' });
    act(world, captain(4), { type: 'agree_cancellation', match_id: 'match' });
    expect(statusOf(world)).toBe('cancelled');
  });
});

/** Noon on the days after the challenge, which is made at noon as well. */
const [monday, tuesday, wednesday, thursday] = [2, 3, 4, 5].map(
  (day) => `2026-03-0${day}T12:00:00.000Z`,
) as [string, string, string, string];
const minute = 60_000;

/** Team 4 has challenged team 2. */
function startChallenged(rules: object = {}): World {
  const world = startLadder({ rules: { ...notIdle, ...rules } });
  challenge(world, 4, 2);
  return world;
}

const accept = (other: object = {}) => ({
  type: 'accept' as const,
  ...onMatch,
  times: [tuesday, wednesday],
  picks: noPicks,
  nonce: someNonce,
  ...other,
});

function startOffered(rules: object = {}, times = [tuesday, wednesday]): World {
  const world = startChallenged(rules);
  act(world, captain(2), accept({ times }));
  return world;
}

const counter = (times = [wednesday, thursday]) =>
  ({ type: 'counter_offer', ...onMatch, times }) as const;

function startCountered(): World {
  const world = startOffered();
  act(world, captain(4), counter());
  return world;
}

const confirm = (time: string, picks: Picks = noPicks) =>
  ({ type: 'confirm_time', ...onMatch, time, picks }) as const;

/** For Wednesday noon. */
function startScheduled(rules: object = {}): World {
  const world = startOffered(rules);
  act(world, captain(4), confirm(wednesday));
  return world;
}

const ask = (world: World, team: number, command: LadderCommand) => ({
  world,
  actor: captain(team),
  command,
});
/** The state's match as it never comes to be so quickly. */
function patch(world: World, change: Partial<Match>): World {
  world.state = { ...world.state, matches: { match: { ...getMatch(world), ...change } } };
  return world;
}

rows('a challenge is accepted', (other: object) => ask(startChallenged(), 2, accept(other)), {
  'with times, and the challenger has two days to choose': [
    {},
    [
      {
        type: 'challenge_accepted',
        match_id: 'match',
        data: {
          times: [tuesday, wednesday],
          picks: noPicks,
          nonce: someNonce,
          deadline: '2026-03-03T12:00:00.000Z',
        },
      },
    ],
  ],
  'with a part in the draws': [
    { nonce: 'short' },
    { code: 'field_invalid', params: { field: 'nonce' }, field: 'nonce' },
  ],
  'without naming maps where none are named': [
    { picks: { maps: ['Map'], sides: [] } },
    'pick_count',
  ],
});

rows(
  'a challenge is declined',
  (world: () => World) => ask(world(), 2, { type: 'decline', ...onMatch }),
  {
    'and counts': [
      startChallenged,
      [
        {
          type: 'challenge_declined',
          match_id: 'match',
          data: { entry_id: 'entry2', counts: true },
        },
      ],
    ],
    'and does not where it is a rematch': [
      () => patch(startChallenged(), { is_rematch: true }),
      [{ type: 'challenge_declined', data: like({ counts: false }) }],
    ],
    'and an announced rest begins': [
      () => announceRest(startChallenged()),
      ['challenge_declined', { type: 'rest_began', data: like({ entry_id: 'entry2' }) }],
    ],
  },
);

function announceRest(world: World, entry = 2): World {
  act(world, captain(entry), {
    type: 'announce_rest',
    entry_id: `entry${entry}`,
    rest_id: 'rest',
    from: world.now,
    days: 3,
  });
  return world;
}

rows(
  'a challenge is taken back',
  (world: () => World) => ask(world(), 4, { type: 'withdraw', ...onMatch }),
  {
    'before it is answered': [
      startChallenged,
      [{ type: 'challenge_withdrawn', match_id: 'match', data: { reason: 'by_challenger' } }],
    ],
    'and an announced rest begins': [
      () => announceRest(startChallenged()),
      ['challenge_withdrawn', 'rest_began'],
    ],
    'not afterwards': [startOffered, { code: 'match_not_open', params: { status: 'offered' } }],
  },
);

rows('a counter-offer', (times: string[]) => ask(startOffered(), 4, counter(times)), {
  'gives the defender two days': [
    [wednesday, thursday],
    [
      {
        type: 'counter_offered',
        data: { times: [wednesday, thursday], deadline: '2026-03-03T12:00:00.000Z' },
      },
    ],
  ],
  'has as many times': [[wednesday], 'times_count'],
});
limit(
  'a counter-offer lies a day ahead',
  (away) => ask(startOffered(), 4, counter([shift(monday, away), thursday])),
  { before: 'time_out_of_window', at: ['counter_offered'], after: ['counter_offered'] },
);

const agreed = (starts_at: string, deadline: string): Said => [
  {
    type: 'match_scheduled',
    data: {
      starts_at,
      zone: 'Europe/Berlin',
      by: 'agreement',
      reason: null,
      picks: noPicks,
      maps: [],
      draws: [],
      seed: 'seed of match',
      deadline,
    },
  },
];
rows(
  'a time is confirmed',
  ({ world, team, time }: { world: () => World; team: number; time: string }) =>
    ask(world(), team, confirm(time)),
  {
    'by the challenger, and the check-in opens half an hour before': [
      { world: startOffered, team: 4, time: wednesday },
      agreed(wednesday, '2026-03-04T11:30:00.000Z'),
    ],
    'by the defender of a counter-offer': [
      { world: startCountered, team: 2, time: thursday },
      agreed(thursday, '2026-03-05T11:30:00.000Z'),
    ],
    'even if it was the defender’s own offer': [
      { world: startCountered, team: 2, time: tuesday },
      agreed(tuesday, '2026-03-03T11:30:00.000Z'),
    ],
    'if it was offered': [
      { world: startOffered, team: 4, time: thursday },
      { code: 'time_not_offered', params: { time: thursday }, field: 'time' },
    ],
  },
);

limit(
  'a time is confirmed before its check-in opens',
  (away) => {
    const world = startOffered({}, [monday, tuesday, wednesday]);
    return ask(at(world, shift('2026-03-02T11:30:00.000Z', away)), 4, confirm(monday));
  },
  {
    before: ['match_scheduled'],
    at: ['match_scheduled'],
    after: {
      code: 'time_out_of_window',
      params: { time: monday, from: shift(monday, 1), until: wednesday },
      field: 'time',
    },
  },
);

/** Team 2 is offered a time by team 1 that it has agreed upon with team 4 since. */
function startTwo(): World {
  const world = startOffered();
  challenge(world, 2, 1, 'other');
  act(world, captain(1), { ...accept(), match_id: 'other' });
  act(world, captain(4), confirm(wednesday));
  return world;
}
rows(
  'of two matches',
  (time: string) => ask(startTwo(), 2, { ...confirm(time), match_id: 'other' }),
  {
    'the second is not confirmed for the hour of the first': [
      wednesday,
      {
        code: 'time_too_close',
        params: { time: wednesday, match_id: 'match', apart: 'PT2H' },
        field: 'times',
      },
    ],
    'it is for another day': [tuesday, ['match_scheduled']],
  },
);

rows(
  'maps are drawn',
  ({
    world,
    team,
    pool = ['One'],
  }: {
    world: (rules: object) => World;
    team: number;
    pool?: string[];
  }) => {
    const maps = { pool, count: 1, letters: ['A'] };
    return ask(world({ maps }), team, confirm(tuesday, { maps: ['One'], sides: [] }));
  },
  {
    'with what the challenger names at last': [
      { world: startOffered, team: 4 },
      [
        {
          type: 'match_scheduled',
          data: like({
            picks: { maps: ['One'], sides: [] },
            maps: [like({ map: 'One', by: 'challenger' })],
            seed: 'seed of match',
          }),
        },
      ],
    ],
    'whatever the defender names who confirms': [
      { world: startCounteredUnder, team: 2 },
      [
        {
          type: 'match_scheduled',
          data: like({ picks: noPicks, maps: [like({ map: 'One', by: 'draw' })] }),
        },
      ],
    ],
    'by the seed that was secret until now': [
      { world: startCounteredUnder, team: 2, pool: ['One', 'Two', 'Three', 'Four'] },
      [
        {
          type: 'match_scheduled',
          data: like({ maps: [like({ map: 'Three', by: 'draw' })], seed: 'seed of match' }),
        },
      ],
    ],
  },
);

function startCounteredUnder(rules: object): World {
  const world = startOffered(rules);
  act(world, captain(4), counter());
  return world;
}

const veto = { maps: { pool: ['One', 'Two'], count: 1, choice: 'veto', veto: ['ban', 'decider'] } };
rows(
  'maps that are chosen by veto',
  (rules: object) => ask(startOffered(rules), 4, confirm(tuesday)),
  {
    'are not drawn yet, nor is the seed told': [
      veto,
      [{ type: 'match_scheduled', data: like({ maps: [], draws: [], seed: null }) }],
    ],
    'are drawn where there are none to choose from': [
      { maps: { choice: 'veto', pool: [] } },
      [{ type: 'match_scheduled', data: like({ maps: [], seed: 'seed of match' }) }],
    ],
  },
);

rows(
  'maps of a match that is played again',
  ({ rules, named = noPicks }: { rules?: object; named?: Picks }) => {
    const maps = { pool: ['One', 'Two'], count: 1, letters: ['A'] };
    const world = patch(startOffered({ maps: { ...maps, ...rules } }), {
      replays: 1,
      picks: { C: noPicks, D: noPicks, A: { maps: ['One'], sides: [] } },
      maps: [{ map: 'One', by: 'challenger', challenger_side: null, side_by: null }],
    });
    return ask(world, 4, confirm(tuesday, named));
  },
  {
    'are those that were named': [
      {},
      [
        {
          type: 'match_scheduled',
          data: like({
            picks: { maps: ['One'], sides: [] },
            maps: [like({ map: 'One', by: 'challenger' })],
            draws: [],
          }),
        },
      ],
    ],
    'are those that were chosen': [
      { rules: { choice: 'veto', veto: ['ban', 'decider'] } },
      [{ type: 'match_scheduled', data: like({ maps: [like({ map: 'One' })], draws: [] }) }],
    ],
    'are not asked for again': [
      { named: { maps: ['Nowhere'], sides: [] } },
      [{ type: 'match_scheduled', data: like({ picks: { maps: ['One'], sides: [] } }) }],
    ],
  },
);

limit(
  'a time that nobody confirms is set after two days',
  (away) => ({ world: startOffered(), until: shift(tuesday, away) }),
  {
    before: [],
    at: [
      {
        type: 'match_scheduled',
        at: tuesday,
        data: like({
          by: 'default',
          starts_at: '2026-03-08T18:00:00.000Z',
          deadline: '2026-03-08T17:30:00.000Z',
          picks: noPicks,
        }),
      },
    ],
    after: ['match_scheduled'],
  },
);

rows('a time that nobody confirms', (world: () => World) => ({ world: world(), until: tuesday }), {
  'is none where the season ends before': [
    () => {
      const world = startLadder({ ends: '2026-03-05T00:00:00.000Z' });
      challenge(world, 4, 2);
      act(world, captain(2), accept());
      return world;
    },
    [{ type: 'match_voided', data: like({ reason: 'no_time', rule: 'schedule.latest' }) }],
  ],
  'may be so near that the check-in opens at once': [
    () =>
      startOffered({
        schedule: { earliest: 'PT1H', defaultWeekday: 2, defaultTime: '14:00' },
        checkIn: { opens: 'PT2H' },
      }),
    [
      {
        type: 'match_scheduled',
        data: like({ starts_at: '2026-03-03T13:00:00.000Z', deadline: tuesday }),
      },
      'check_in_opened',
    ],
  ],
});

const unanswered = '2026-03-04T12:00:00.000Z';
limit(
  'who does not answer in three days has forfeited',
  (away) => ({ world: startChallenged(), until: shift(unanswered, away) }),
  {
    before: [],
    at: [
      {
        type: 'match_forfeited',
        at: unanswered,
        data: like({ winner: 'challenger', reason: 'no_answer', rule: 'challenge.unanswered' }),
      },
    ],
    after: ['match_forfeited'],
  },
);
const expire = { challenge: { unanswered: 'expire' } };
const expired = (rule: string): Said => [{ type: 'challenge_expired', data: { rule } }];
limit(
  'or the challenge expires, where the rules say so',
  (away) => ({ world: startChallenged(expire), until: shift(unanswered, away) }),
  { before: [], at: expired('challenge.unanswered'), after: ['challenge_expired'] },
);

rows(
  'a challenge that nobody answers',
  (world: () => World) => ({ world: world(), until: unanswered }),
  {
    'expires where it is a rematch': [
      () => patch(startChallenged(), { is_rematch: true }),
      expired('challenge.rematchWithin'),
    ],
    'expires where there are no rungs': [
      () => {
        const world = startLadder({ format: 'rating' });
        challenge(world, 4, 2);
        return world;
      },
      expired('challenge.unanswered'),
    ],
    'lets an announced rest begin': [
      () => announceRest(startChallenged(expire)),
      ['challenge_expired', 'rest_began'],
    ],
  },
);

const extend = { type: 'ask_extension', ...onMatch } as const;
const agree = { type: 'agree_extension', ...onMatch } as const;
function startExtending(...commands: [number, LadderCommand][]): World {
  const world = startOffered();
  for (const [team, command] of commands) {
    act(world, captain(team), command);
  }
  return world;
}
const longer: Said = [
  {
    type: 'extension_agreed',
    data: { by: 'challenger', deadline: '2026-03-06T12:00:00.000Z', rule: 'schedule.datePending' },
  },
];
interface Asking {
  before: [number, LadderCommand][];
  team: number;
  command: LadderCommand;
}
rows(
  'more time to agree',
  ({ before, team, command }: Asking) => ask(startExtending(...before), team, command),
  {
    'is asked for': [
      { before: [], team: 2, command: extend },
      [{ type: 'extension_asked', data: { by: 'defender' } }],
    ],
    'is given by the other side: three days': [
      { before: [[2, extend]], team: 4, command: agree },
      longer,
    ],
    'is given by asking as well': [{ before: [[2, extend]], team: 4, command: extend }, longer],
    'is asked for once': [
      { before: [[2, extend]], team: 2, command: extend },
      { code: 'already_asked', params: {} },
    ],
    'is not given by who asked': [
      { before: [[2, extend]], team: 2, command: agree },
      { code: 'nothing_asked', params: {} },
    ],
    'is not given where nobody asked': [
      { before: [], team: 2, command: agree },
      { code: 'nothing_asked', params: {} },
    ],
    'is given once': [
      {
        before: [
          [2, extend],
          [4, agree],
        ],
        team: 2,
        command: extend,
      },
      { code: 'extension_used', params: {} },
    ],
  },
);

const cancel = { type: 'ask_cancellation', ...onMatch } as const;
const agreeCancel = { type: 'agree_cancellation', ...onMatch } as const;
const cancelled: Said = [{ type: 'match_cancelled', data: { by: 'challenger' } }];
rows(
  'a match is called off',
  ({ before, team, command }: Asking) => ask(startExtending(...before), team, command),
  {
    'when one side asks': [
      { before: [], team: 2, command: cancel },
      [{ type: 'cancellation_asked', data: { by: 'defender' } }],
    ],
    'and the other agrees': [{ before: [[2, cancel]], team: 4, command: agreeCancel }, cancelled],
    'or asks as well': [{ before: [[2, cancel]], team: 4, command: cancel }, cancelled],
    'not by one side alone': [
      { before: [[2, cancel]], team: 2, command: agreeCancel },
      { code: 'nothing_asked', params: {} },
    ],
    'not unasked': [
      { before: [], team: 2, command: agreeCancel },
      { code: 'nothing_asked', params: {} },
    ],
    'not by asking twice': [
      { before: [[2, cancel]], team: 2, command: cancel },
      { code: 'already_asked', params: {} },
    ],
    'and an announced rest begins': [
      {
        before: [
          [
            2,
            {
              type: 'announce_rest',
              entry_id: 'entry2',
              rest_id: 'rest',
              from: worldStart,
              days: 3,
            },
          ],
          [2, cancel],
        ],
        team: 4,
        command: agreeCancel,
      },
      ['match_cancelled', 'rest_began'],
    ],
  },
);

const move = (...times: string[]) => ({ type: 'ask_reschedule', ...onMatch, times }) as const;
const answer = (time: string | null) => ({ type: 'answer_reschedule', ...onMatch, time }) as const;
function startMoving(times = [thursday]): World {
  const world = startScheduled();
  act(world, captain(2), move(...times));
  return world;
}

rows(
  'another time is asked for',
  ({ world, team, times }: { world: () => World; team: number; times: string[] }) =>
    ask(world(), team, move(...times)),
  {
    'by either side': [
      { world: startScheduled, team: 2, times: [thursday, tuesday] },
      [{ type: 'reschedule_asked', data: { by: 'defender', times: [tuesday, thursday] } }],
    ],
    'not twice': [
      { world: startMoving, team: 2, times: [tuesday] },
      { code: 'already_asked', params: {} },
    ],
    'by the other side instead': [
      { world: startMoving, team: 4, times: [tuesday] },
      [{ type: 'reschedule_asked', data: { by: 'challenger', times: [tuesday] } }],
    ],
    'with one at least': [
      { world: startScheduled, team: 2, times: [] },
      { code: 'times_count', params: { has: 0, minimum: 1, maximum: 5 }, field: 'times' },
    ],
  },
);

const moved = '2026-03-01T14:00:00.000Z';
limit(
  'another time lies two hours ahead',
  (away) => ask(startScheduled(), 2, move(shift(moved, away))),
  {
    before: {
      code: 'time_out_of_window',
      params: {
        time: shift(moved, -1),
        from: moved,
        until: '2026-03-11T12:00:00.000Z',
      },
      field: 'times',
    },
    at: ['reschedule_asked'],
    after: ['reschedule_asked'],
  },
);

const until = '2026-03-04T10:00:00.000Z';
const passed: Said = { code: 'deadline_passed', params: { at: until } };
limit(
  'another time is asked for until two hours before the match',
  (away) => ask(at(startScheduled(), shift(until, away)), 2, move(thursday)),
  { before: ['reschedule_asked'], at: ['reschedule_asked'], after: passed },
);
limit(
  'another time is agreed until two hours before the match',
  (away) => ask(at(startMoving(), shift(until, away)), 4, answer(thursday)),
  { before: ['match_rescheduled'], at: ['match_rescheduled'], after: passed },
);

const movedTimes = (reschedules: number) => patch(startScheduled(), { reschedules });
limit('a match is moved twice', (more) => ask(movedTimes(2 + more), 2, move(thursday)), {
  before: ['reschedule_asked'],
  at: { code: 'reschedules_used', params: { limit: 2 } },
  after: 'reschedules_used',
});

rows(
  'another time',
  ({ world, team, time }: { world: () => World; team: number; time: string | null }) =>
    ask(world(), team, answer(time)),
  {
    'is agreed by the other side': [
      { world: startMoving, team: 4, time: thursday },
      [
        {
          type: 'match_rescheduled',
          data: {
            starts_at: thursday,
            zone: 'Europe/Berlin',
            deadline: '2026-03-05T11:30:00.000Z',
          },
        },
      ],
    ],
    'is refused by the other side': [
      { world: startMoving, team: 4, time: null },
      [{ type: 'reschedule_refused', data: { by: 'challenger' } }],
    ],
    'is refused however late': [
      { world: () => at(startMoving(), '2026-03-04T11:00:00.000Z'), team: 4, time: null },
      ['reschedule_refused'],
    ],
    'is not agreed by who asked': [
      { world: startMoving, team: 2, time: thursday },
      { code: 'nothing_asked', params: {} },
    ],
    'is not agreed where nobody asked': [
      { world: startScheduled, team: 2, time: thursday },
      { code: 'nothing_asked', params: {} },
    ],
    'is one of those asked for': [
      { world: startMoving, team: 4, time: tuesday },
      { code: 'time_not_offered', params: { time: tuesday }, field: 'time' },
    ],
    'is not the hour of another match': [
      {
        world: () => {
          const world = startTwo();
          act(world, captain(4), move(tuesday));
          act(world, captain(2), { ...confirm(tuesday), match_id: 'other' });
          return world;
        },
        team: 2,
        time: tuesday,
      },
      'time_too_close',
    ],
  },
);

const soon = '2026-03-01T15:00:00.000Z';
limit(
  'another time is agreed before its check-in opens',
  (away) =>
    ask(
      at(startMoving([soon, tuesday, thursday]), shift(soon, -30 * minute + away)),
      4,
      answer(soon),
    ),
  {
    before: ['match_rescheduled'],
    at: ['match_rescheduled'],
    after: {
      code: 'time_out_of_window',
      params: { time: soon, from: shift(soon, 1), until: thursday },
      field: 'time',
    },
  },
);

it('a match needs its secret seed', () => {
  const world = startOffered();
  world.facts.seeds = {};
  expect(() => tryCommand(world, captain(4), confirm(tuesday))).toThrow(
    'The facts lack the seed of match match',
  );
  expect(tryCommand(patch(world, { seed: 'told' }), captain(4), confirm(tuesday))).toBeNull();
});
