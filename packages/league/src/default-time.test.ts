import { expect, it } from 'vitest';
import type { WeeklyAvailability } from './context.ts';
import { createCommonHours, findDefaultTime, listFreeHours } from './default-time.ts';
import type { Match } from './state.ts';
import { startLadder } from './testing/ladders.ts';
import { shift } from './testing/rows.ts';
import { getMatch, onMatch } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  createWorld,
  getEntry,
  join,
  schedule,
  type World,
  worldStart,
} from './testing/world.ts';

/**
 * Team 4 has challenged team 2 on Sunday noon, 1 March 2026: one in Berlin, where the ladder's clocks are.
 * A match may start from Monday noon to Wednesday noon of the week after, both in UTC.
 */
function startChallenged(rules: object = {}): World {
  const world = startLadder({ rules: { schedule: rules } });
  challenge(world, 4, 2);
  return world;
}

/** Somebody is free on a weekday, in hours of Berlin unless said otherwise. */
type Free = [person: string, weekday: number, from: string, until: string, zone?: string];

function toFacts(free: Free[]) {
  const availability: Record<string, WeeklyAvailability> = {};
  for (const [person, weekday, from, until, zone = 'Europe/Berlin'] of free) {
    const ranges = [...(availability[person]?.ranges ?? []), { weekday, from, until }];
    availability[person] = { zone, ranges };
  }
  return { availability };
}

const find = (world: World, free: Free[], at = worldStart, match: Match = getMatch(world)) =>
  findDefaultTime(world.state, match, at, toFacts(free));
const startsAt = (...input: Parameters<typeof find>) => find(...input)?.starts_at ?? null;

const window = { from: '2026-03-02T12:00:00.000Z', until: '2026-03-11T12:00:00.000Z' };
const nobody = {
  challenger_free: 0,
  defender_free: 0,
  challenger_declared: 0,
  defender_declared: 0,
};

it('where nobody has said anything it is the ladder’s hour, with its reason', () => {
  expect(find(startChallenged(), [])).toEqual({
    starts_at: '2026-03-08T18:00:00.000Z',
    reason: { rule: 'schedule.defaultTime', kind: 'weekly_default', ...nobody, window: window },
  });
});

it('where somebody has it is their hour, with its reason', () => {
  expect(find(startChallenged(), [['team4-a', 3, '20:00', '22:00']])).toEqual({
    starts_at: '2026-03-04T19:00:00.000Z',
    reason: {
      rule: 'schedule.latest',
      kind: 'overlap',
      ...nobody,
      challenger_free: 1,
      challenger_declared: 1,
      window: window,
    },
  });
});

it('where their hours do not meet the ladder’s is taken, and says who has declared', () => {
  const free: Free[] = [
    ['team4-a', 3, '20:00', '22:00'],
    ['team4-b', 3, '20:00', '22:00'],
    ['team2-a', 4, '20:00', '22:00'],
  ];
  expect(find(startChallenged(), free)).toMatchObject({
    starts_at: '2026-03-08T18:00:00.000Z',
    reason: { ...nobody, challenger_declared: 2, defender_declared: 1 },
  });
});

const tuesday = '2026-03-03T19:00:00.000Z';
const wednesday = '2026-03-04T19:00:00.000Z';
const sunday = '2026-03-08T18:00:00.000Z';
const on = (person: string, weekday: number, from = '20:00', until = '21:00'): Free => [
  person,
  weekday,
  from,
  until,
];

it.each<[string, Free[], string]>([
  ['for the defender alone', [on('team2-b', 3)], wednesday],
  ['the soonest of equals', [on('team4-a', 3), on('team4-a', 2)], tuesday],
  ['more of one side later', [on('team4-a', 2), on('team4-a', 3), on('team4-b', 3)], wednesday],
  [
    'one of each rather than two of one',
    [on('team4-a', 2), on('team4-b', 2), on('team4-a', 3), on('team2-a', 3)],
    wednesday,
  ],
  [
    'of equal smaller numbers the more people',
    [on('team4-a', 2), on('team2-a', 2), on('team4-a', 3), on('team2-a', 3), on('team2-b', 3)],
    wednesday,
  ],
  [
    'so of the challenger as of the defender',
    [on('team4-a', 2), on('team2-a', 2), on('team4-a', 3), on('team4-b', 3), on('team2-a', 3)],
    wednesday,
  ],
  [
    'the smaller number before the larger sum',
    [
      on('team4-a', 2),
      on('team2-a', 2),
      on('team2-b', 2),
      on('team2-c', 2),
      on('team2-d', 2),
      on('team4-a', 3),
      on('team4-b', 3),
      on('team2-a', 3),
      on('team2-b', 3),
    ],
    wednesday,
  ],
  ['an hour that fits', [on('team4-a', 3, '20:00', '21:00')], wednesday],
  ['no hour that ends too soon', [on('team4-a', 3, '20:00', '20:59')], sunday],
  ['no hour that begins too late', [on('team4-a', 3, '20:01', '21:59')], sunday],
  ['a whole hour within', [on('team4-a', 3, '19:30', '21:00')], wednesday],
  ['one of several ranges', [on('team4-a', 3), on('team4-a', 5)], wednesday],
  ['through midnight', [on('team4-a', 3, '22:00', '01:00')], '2026-03-04T21:00:00.000Z'],
  ['no hour of the night', [on('team4-a', 3, '01:00', '04:00')], sunday],
  ['in the zone of a person', [['team4-a', 3, '14:00', '15:00', 'America/New_York']], wednesday],
  ['of nobody else', [on('team5-a', 3)], sunday],
])('%s', (_name, free, expected) => {
  expect(startsAt(startChallenged(), free)).toBe(expected);
});

it('is a whole hour of the ladder’s clocks, where these go by quarters as well', () => {
  const world = createWorld({ zone: 'Asia/Kathmandu' });
  join(world, 4);
  challenge(world, 4, 2);
  const inNepal: Free[] = [['team4-a', 3, '19:30', '21:30', 'Asia/Kathmandu']];
  expect(startsAt(world, inNepal)).toBe('2026-03-04T14:15:00.000Z');
  expect(startsAt(world, [])).toBe('2026-03-08T13:15:00.000Z');
});

it('the smaller number comes before the larger sum, however large the other roster is', () => {
  const world = startChallenged();
  const entry2 = getEntry(world, 'entry2');
  const players = Array.from({ length: 60 }, (_, index) => ({
    person_id: `many${index}`,
    eligible_from: worldStart,
  }));
  const entries = { ...world.state.entries, entry2: { ...entry2, players } };
  world.state = { ...world.state, entries };
  const free: Free[] = [
    on('team4-a', 2),
    on('team4-a', 3),
    on('team4-b', 3),
    ...players.flatMap(({ person_id }, index) =>
      index < 2 ? [on(person_id, 2), on(person_id, 3)] : [on(person_id, 2)],
    ),
  ];
  expect(startsAt(world, free)).toBe(wednesday);
});

it('says how many are free of how many', () => {
  const free = [on('team4-a', 3), on('team4-b', 3), on('team4-c', 5), on('team2-a', 3)];
  expect(find(startChallenged(), free)?.reason).toMatchObject({
    challenger_free: 2,
    challenger_declared: 3,
    defender_free: 1,
    defender_declared: 1,
  });
});

it('who named no hours has said nothing', () => {
  const facts = { availability: { 'team4-a': { zone: 'Europe/Berlin', ranges: [] } } };
  const world = startChallenged();
  expect(findDefaultTime(world.state, getMatch(world), worldStart, facts)?.reason).toMatchObject(
    nobody,
  );
});

/** Mondays at one in the afternoon: the first instant of the window, as it happens. */
const mondays: Free[] = [on('team4-a', 1, '13:00', '14:00')];
it.each([
  ['just before', -1, '2026-03-02T12:00:00.000Z'],
  ['at', 0, '2026-03-02T12:00:00.000Z'],
  ['just after', 1, '2026-03-09T12:00:00.000Z'],
])('a day ahead, %s', (_name, away, expected) => {
  expect(startsAt(startChallenged(), mondays, shift(worldStart, away))).toBe(expected);
  const weekly = startChallenged({ defaultWeekday: 1, defaultTime: '13:00' });
  expect(startsAt(weekly, [], shift(worldStart, away))).toBe(expected);
});

/** Three days ahead at most: Wednesday at one in the afternoon is the last instant. */
const short = { latest: 'P3D', defaultWeekday: 3, defaultTime: '13:00' };
it.each([
  ['just before', -1, null],
  ['at', 0, '2026-03-04T12:00:00.000Z'],
  ['just after', 1, '2026-03-04T12:00:00.000Z'],
])('three days ahead at most, %s', (_name, away, expected) => {
  const at = shift(worldStart, away);
  expect(startsAt(startChallenged(short), [], at)).toBe(expected);
  const never = { ...short, defaultWeekday: 7 };
  const free = [on('team4-a', 3, '13:00', '14:00')];
  expect(startsAt(startChallenged(never), free, at)).toBe(expected);
});

it.each([
  ['just before', 1, wednesday],
  ['at', 0, null],
  ['just after', -1, null],
])('before the season’s end, %s', (_name, away, expected) => {
  const world = startLadder({ ends: shift(wednesday, away) });
  challenge(world, 4, 2);
  const free = [on('team4-a', 3), on('team2-a', 3)];
  expect(startsAt(world, free)).toBe(expected);
  expect(list(world, getMatch(world)).hours.at(-1)?.time).toBe(
    expected ?? shift(wednesday, -hourMs),
  );
  const pair = { id: '', challenger_id: 'entry4', defender_id: 'entry2' };
  const common = createCommonHours(world.state, worldStart, toFacts(free));
  expect(common(pair)?.starts_at ?? null).toBe(expected);
});

it.each([
  ['just before', 1, sunday],
  ['at', 0, null],
  ['just after', -1, null],
])('the ladder’s hour is one before the season’s end, %s', (_name, away, expected) => {
  const world = startLadder({ ends: shift(sunday, away) });
  challenge(world, 4, 2);
  expect(startsAt(world, [])).toBe(expected);
});

/** Team 2 plays team 6 at an hour, and is challenged by team 4. */
function startBusy(time: string): World {
  const world = startLadder();
  challenge(world, 2, 1, 'other');
  const { entries, matches } = world.state;
  const other = { ...matches.other, time: { starts_at: time } } as Match;
  world.state = { ...world.state, entries, matches: { other } };
  challenge(world, 4, 2);
  return world;
}

it('no hour near another match', () => {
  const free = [on('team4-a', 3, '20:00', '22:00'), on('team4-a', 5)];
  expect(startsAt(startBusy(wednesday), free)).toBe('2026-03-06T19:00:00.000Z');
  expect(startsAt(startBusy(sunday), [])).toBeNull();
  expect(startsAt(startBusy('2026-03-08T20:00:00.000Z'), [])).toBe(sunday);
});

/** A ruling has named three times for a replay. */
const namedTimes = [
  '2026-03-02T12:00:00.000Z',
  '2026-03-03T12:00:00.000Z',
  '2026-03-04T12:00:00.000Z',
];
const replay = (world: World): Match => ({ ...getMatch(world), replays: 1, offered: namedTimes });

it('a replay is at the first time that the ruling named', () => {
  const world = startChallenged();
  expect(find(world, [on('team4-a', 3)], worldStart, replay(world))).toEqual({
    starts_at: namedTimes[0],
    reason: {
      rule: 'dispute.rulingWithin',
      kind: 'named_by_ruling',
      ...nobody,
      window: { from: worldStart, until: '2026-03-11T12:00:00.000Z' },
    },
  });
});

it.each([
  ['just before', -1, namedTimes[0]],
  ['at', 0, namedTimes[1]],
  ['just after', 1, namedTimes[1]],
])('a replay is after the opening of its check-in, %s', (_name, away, expected) => {
  const world = startChallenged();
  const at = shift('2026-03-02T11:30:00.000Z', away);
  expect(startsAt(world, [], at, replay(world))).toBe(expected);
});

it('a replay is not near another match, and not at another time than the named ones', () => {
  const busy = startBusy(namedTimes[0] ?? '');
  expect(startsAt(busy, [], worldStart, replay(busy))).toBe(namedTimes[1]);
  const world = startChallenged();
  expect(startsAt(world, [], '2026-03-05T12:00:00.000Z', replay(world))).toBeNull();
});

it('the hour of two who might play is known where both have said something', () => {
  const world = startLadder();
  const pair = { id: '', challenger_id: 'entry4', defender_id: 'entry2' };
  const common = (free: Free[]) =>
    createCommonHours(world.state, worldStart, toFacts(free))(pair)?.starts_at ?? null;
  expect(common([on('team4-a', 3), on('team2-a', 3)])).toBe(wednesday);
  expect(common([on('team4-a', 3)])).toBeNull();
  expect(common([on('team2-a', 3)])).toBeNull();
  expect(common([on('team4-a', 3), on('team2-a', 4)])).toBeNull();
});

/** From seven to eight in the evening, up to three days ahead. */
const evenings = { hoursFrom: '19:00', hoursUntil: '20:00', latest: 'P3D' };
const list = (world: World, match: Match, free: Free[] = [], at = worldStart) =>
  listFreeHours(world.state, match, at, toFacts(free));

it('hours are listed with who is free, and the named times as well', () => {
  const world = startChallenged(evenings);
  const named = ['2026-03-04T18:00:00.000Z', '2026-03-03T18:00:00.000Z'];
  const match: Match = {
    ...getMatch(world),
    offered: named,
    countered: ['2026-03-03T18:00:00.000Z'],
    reschedule: { asked_by: 'defender', asked_at: worldStart, times: ['2026-03-02T18:00:00.000Z'] },
  };
  const free = [on('team4-a', 2, '19:00', '21:00'), on('team2-a', 2), on('team2-b', 2)];
  expect(list(world, match, free)).toEqual({
    declared: { challenger: 1, defender: 2 },
    hours: [
      { time: '2026-03-02T18:00:00.000Z', challenger: 0, defender: 0 },
      { time: '2026-03-02T19:00:00.000Z', challenger: 0, defender: 0 },
      { time: '2026-03-03T18:00:00.000Z', challenger: 1, defender: 0 },
      { time: '2026-03-03T19:00:00.000Z', challenger: 1, defender: 2 },
    ],
    named: [
      { time: '2026-03-02T18:00:00.000Z', challenger: 0, defender: 0 },
      { time: '2026-03-03T18:00:00.000Z', challenger: 1, defender: 0 },
      { time: '2026-03-04T18:00:00.000Z', challenger: 0, defender: 0 },
    ],
  });
});

it('hours near another match are not listed', () => {
  const world = startBusy('2026-03-04T18:00:00.000Z');
  const times = list(world, getMatch(world)).hours.map(({ time }) => time);
  expect(times).toContain('2026-03-04T16:00:00.000Z');
  expect(times).not.toContain('2026-03-04T17:00:00.000Z');
});

/** Ten minutes more are kept to choose. */
const day = 86_400_000;
const hourMs = 3_600_000;
it.each<[string, Partial<Match>, number]>([
  ['of a match that is not agreed: a day', { status: 'offered' }, day],
  ['of one that is agreed: two hours', { status: 'scheduled' }, 2 * hourMs],
  [
    'of a disputed one, for a replay: two days, and half an hour to check in',
    { status: 'disputed' },
    2 * day + hourMs / 2,
  ],
])('the first hour %s', (_name, change, notice) => {
  const world = startChallenged(evenings);
  const first = '2026-03-03T18:00:00.000Z';
  const match = { ...getMatch(world), ...change };
  const at = shift(first, -notice - 600_000);
  expect(list(world, match, [], at).hours[0]?.time).toBe(first);
  expect(list(world, match, [], shift(at, 1)).hours[0]?.time).toBe('2026-03-03T19:00:00.000Z');
});

it('a match that is agreed has all free hours but its own: moving it means another one', () => {
  const world = startLadder({ rules: { schedule: { hoursFrom: '12:00', hoursUntil: '13:00' } } });
  const time = schedule(world, 4, 2);
  const match = getMatch(world);
  const open = list(world, { ...match, time: null }).hours.map((hour) => hour.time);
  expect(open).toContain(time);
  expect(list(world, match).hours.map((hour) => hour.time)).toEqual(
    open.filter((hour) => hour !== time),
  );
  act(world, captain(4), {
    type: 'ask_reschedule',
    ...onMatch,
    times: ['2026-03-05T12:00:00.000Z'],
  });
  expect(list(world, getMatch(world)).named.map((hour) => hour.time)).toEqual([
    '2026-03-03T12:00:00.000Z',
    '2026-03-04T12:00:00.000Z',
    '2026-03-05T12:00:00.000Z',
  ]);
});
