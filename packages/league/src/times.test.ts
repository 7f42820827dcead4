import { expect, it } from 'vitest';
import { addDuration } from './duration.ts';
import { startLadder } from './testing/ladders.ts';
import { like, limit, rows, type Said, shift } from './testing/rows.ts';
import { getMatch, onMatch } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  noon,
  noPicks,
  schedule,
  someNonce,
  type World,
} from './testing/world.ts';
import { findTooClose, getLatest, listOtherStarts } from './times.ts';

/** 1 March 2026 is a Sunday; in Berlin clocks show an hour more. */
const now = '2026-03-01T12:00:00.000Z';
const good = '2026-03-05T18:00:00.000Z';
const seasonEnds = '2026-03-08T18:30:00.000Z';

interface Offer {
  times: string[];
  rules?: object;
  ends?: string;
}

/** Team 2 accepts team 4's challenge with some times. */
function offer({ times, rules = {}, ends }: Offer) {
  const world = startLadder({ rules: { schedule: rules }, ...(ends ? { ends } : {}) });
  challenge(world, 4, 2);
  return {
    world,
    actor: captain(2),
    command: { type: 'accept' as const, ...onMatch, times, picks: noPicks, nonce: someNonce },
  };
}

const taken: Said = ['challenge_accepted'];
const hours = (count: number) =>
  Array.from({ length: count }, (_, index) => shift('2026-03-05T10:00:00.000Z', index * 3_600_000));
const timesCount = { minimum: 2, maximum: 5 };

limit('as many times are offered as the rules ask', (more) => offer({ times: hours(2 + more) }), {
  before: { code: 'times_count', params: { has: 1, ...timesCount }, field: 'times' },
  at: taken,
  after: taken,
});
limit('no more are offered than the rules allow', (more) => offer({ times: hours(5 + more) }), {
  before: taken,
  at: taken,
  after: { code: 'times_count', params: { has: 6, ...timesCount }, field: 'times' },
});

const outOf = (time: string, from: string, until: string): Said => ({
  code: 'time_out_of_window',
  params: { time, from, until },
  field: 'times',
});
const dayAhead = '2026-03-02T12:00:00.000Z';
const tenDaysAhead = '2026-03-11T12:00:00.000Z';
limit('a time lies a day ahead', (away) => offer({ times: [good, shift(dayAhead, away)] }), {
  before: outOf('2026-03-02T11:59:59.999Z', dayAhead, tenDaysAhead),
  at: taken,
  after: taken,
});
limit(
  'a time lies ten days ahead at most',
  (away) => offer({ times: [good, shift(tenDaysAhead, away)] }),
  {
    before: taken,
    at: taken,
    after: outOf('2026-03-11T12:00:00.001Z', dayAhead, tenDaysAhead),
  },
);
limit(
  'a time lies before the season’s end',
  (away) => offer({ times: [good, shift(seasonEnds, away)], ends: seasonEnds }),
  {
    before: taken,
    at: outOf(seasonEnds, dayAhead, seasonEnds),
    after: outOf(shift(seasonEnds, 1), dayAhead, seasonEnds),
  },
);

/** From six in the evening to ten, in Berlin, on workdays. */
const workdays = [1, 2, 3, 4, 5];
const evenings = { weekdays: workdays, hoursFrom: '18:00', hoursUntil: '22:00' };
const minutes = (time: string, away: number) => shift(time, away * 60_000);
const notAt = (time: string, from: string, until: string): Said => ({
  code: 'hour_not_allowed',
  params: { time, from, until, zone: 'Europe/Berlin' },
  field: 'times',
});
limit(
  'hours begin as the ladder’s clocks show it',
  (away) => offer({ times: [good, minutes('2026-03-04T17:00:00.000Z', away)], rules: evenings }),
  { before: notAt('2026-03-04T16:59:00.000Z', '18:00', '22:00'), at: taken, after: taken },
);
limit(
  'hours end as the ladder’s clocks show it',
  (away) => offer({ times: [good, minutes('2026-03-04T21:00:00.000Z', away)], rules: evenings }),
  { before: taken, at: taken, after: notAt('2026-03-04T21:01:00.000Z', '18:00', '22:00') },
);

/** From eight in the evening to two in the morning; what begins on Friday goes on through midnight. */
const nights = { weekdays: workdays, hoursFrom: '20:00', hoursUntil: '02:00' };
const night = '2026-03-05T20:00:00.000Z';
const notOn = (time: string): Said => ({
  code: 'weekday_not_allowed',
  params: { time, weekdays: workdays, zone: 'Europe/Berlin' },
  field: 'times',
});
limit(
  'a Friday’s hours end in the night to Saturday',
  (away) => offer({ times: [night, minutes('2026-03-07T01:00:00.000Z', away)], rules: nights }),
  { before: taken, at: taken, after: notOn('2026-03-07T01:01:00.000Z') },
);

rows(
  'a time',
  ({ time, rules }: { time: string; rules: object }) =>
    offer({ times: [rules === nights ? night : good, time], rules }),
  {
    'is on one of the days': [{ time: '2026-03-06T18:00:00.000Z', rules: evenings }, taken],
    'is not on another': [
      { time: '2026-03-07T18:00:00.000Z', rules: evenings },
      notOn('2026-03-07T18:00:00.000Z'),
    ],
    'on another day and hour is told the day': [
      { time: '2026-03-07T12:00:00.000Z', rules: evenings },
      notOn('2026-03-07T12:00:00.000Z'),
    ],
    'early in the morning, where hours do not go through midnight, is told the day': [
      { time: '2026-03-07T00:30:00.000Z', rules: evenings },
      notOn('2026-03-07T00:30:00.000Z'),
    ],
    'in the night to Monday is told the hour': [
      { time: '2026-03-09T00:30:00.000Z', rules: nights },
      notAt('2026-03-09T00:30:00.000Z', '20:00', '02:00'),
    ],
    'by day is told the hour': [
      { time: '2026-03-04T12:00:00.000Z', rules: nights },
      notAt('2026-03-04T12:00:00.000Z', '20:00', '02:00'),
    ],
    'in the night to Sunday, at its last minute, is told the hour': [
      { time: '2026-03-08T01:00:00.000Z', rules: nights },
      notAt('2026-03-08T01:00:00.000Z', '20:00', '02:00'),
    ],
    'in the night to Sunday, a minute later, is told the day': [
      { time: '2026-03-08T01:01:00.000Z', rules: nights },
      notOn('2026-03-08T01:01:00.000Z'),
    ],
    'within a day and a night that no day begins is told the hour': [
      {
        time: '2026-03-08T08:00:00.000Z',
        rules: { weekdays: workdays, hoursFrom: '10:00', hoursUntil: '10:00' },
      },
      notAt('2026-03-08T08:00:00.000Z', '10:00', '10:00'),
    ],
    'all around the clock is any': [
      { time: '2026-03-04T03:00:00.000Z', rules: { hoursFrom: '00:00', hoursUntil: '00:00' } },
      taken,
    ],
  },
);

rows('times', (times: string[]) => offer({ times }), {
  'are kept in their order': [
    [good, '2026-03-04T18:00:00.000Z'],
    [{ type: 'challenge_accepted', data: like({ times: ['2026-03-04T18:00:00.000Z', good] }) }],
  ],
  'are all different': [
    [good, '2026-03-04T18:00:00.000Z', good],
    { code: 'times_not_distinct', params: { time: good }, field: 'times' },
  ],
  'are instants': [
    [good, 'tonight'],
    { code: 'field_invalid', params: { field: 'times' }, field: 'times' },
  ],
});

/** Team 2 plays team 4 at noon in two days; team 1 is challenged by team 2 as well. */
function startTwo(): { world: World; time: string } {
  const world = startLadder();
  const time = schedule(world, 4, 2);
  challenge(world, 2, 1, 'other');
  return { world, time };
}

const acceptOther = (away: number) => {
  const { world, time } = startTwo();
  return {
    world,
    actor: captain(1),
    command: {
      type: 'accept' as const,
      match_id: 'other',
      times: [noon(world, 4), shift(time, away)],
      picks: noPicks,
      nonce: someNonce,
    },
  };
};
const tooClose = (time: string): Said => ({
  code: 'time_too_close',
  params: { time, match_id: 'match', apart: 'PT2H' },
  field: 'times',
});
const twoHours = 7_200_000;
limit(
  'two matches of an entry lie two hours apart, afterwards',
  (away) => acceptOther(twoHours + away),
  {
    before: tooClose('2026-03-03T13:59:59.999Z'),
    at: taken,
    after: taken,
  },
);
limit('and before', (away) => acceptOther(-twoHours + away), {
  before: taken,
  at: taken,
  after: tooClose('2026-03-03T10:00:00.001Z'),
});

const pair = (challenger: number, defender: number, id = 'third') => ({
  id,
  challenger_id: `entry${challenger}`,
  defender_id: `entry${defender}`,
});

it.each([
  ['of the challenger', pair(4, 3), 1],
  ['of the defender', pair(5, 2), 1],
  ['of both', pair(4, 2), 2],
  ['of neither', pair(5, 3), 0],
  ['without a time does not count', pair(6, 1), 0],
  ['itself does not count', pair(4, 2, 'match'), 0],
  ['of nobody known', pair(8, 9), 0],
])('another match %s', (_name, other, count) => {
  const { world, time } = startTwo();
  const start = { id: 'match', start: Date.parse(time) };
  expect(listOtherStarts(world.state, other)).toEqual(Array.from({ length: count }, () => start));
});

it('another match is found where it is too near', () => {
  const { world, time } = startTwo();
  expect(findTooClose(world.state, pair(4, 3), time)).toBe('match');
  expect(findTooClose(world.state, pair(5, 3), time)).toBeNull();
  expect(findTooClose(world.state, pair(4, 3), addDuration(time, 'PT2H'))).toBeNull();
});

it('the last instant at which a match may start is the season’s end, or ten days ahead', () => {
  expect(getLatest(startLadder().state, now)).toBe(tenDaysAhead);
  expect(getLatest(startLadder({ ends: seasonEnds }).state, now)).toBe(seasonEnds);
});

it('a match of which the time is asked anew is not in its own way', () => {
  const world = startLadder();
  const time = schedule(world, 4, 2);
  const near = addDuration(time, 'PT1H');
  act(world, captain(2), { type: 'ask_reschedule', ...onMatch, times: [near] });
  expect(findTooClose(world.state, getMatch(world), near)).toBeNull();
});
