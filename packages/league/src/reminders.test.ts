import { expect, it } from 'vitest';
import { listReminders } from './reminders.ts';
import { getMatch, onMatch, startLive } from './testing/stations.ts';
import {
  act,
  captain,
  challenge,
  judge,
  noon,
  noPicks,
  someNonce,
  start,
  text,
  wait,
} from './testing/world.ts';

it('of three days to answer the half, three quarters and nine tenths are reminded of', () => {
  const world = start();
  challenge(world, 4, 2);
  const until = '2026-03-04T12:00:00.000Z';
  expect(listReminders(world.state, getMatch(world))).toEqual([
    { at: '2026-03-03T00:00:00.000Z', until, entry_id: 'entry2', to: 'captain' },
    { at: '2026-03-03T18:00:00.000Z', until, entry_id: 'entry2', to: 'co_captains' },
    { at: '2026-03-04T04:48:00.000Z', until, entry_id: 'entry2', to: 'roster' },
  ]);
});

it('time that an admin adds to it counts from the challenge as well', () => {
  const world = start();
  challenge(world, 4, 2);
  wait(world, 'P1D');
  const until = '2026-03-05T12:00:00.000Z';
  act(world, judge, { type: 'extend_deadline', ...onMatch, until, reason: text('ill') });
  expect(listReminders(world.state, getMatch(world)).map(({ at }) => at)).toEqual([
    '2026-03-03T12:00:00.000Z',
    '2026-03-04T12:00:00.000Z',
    '2026-03-05T02:24:00.000Z',
  ]);
});

it('parts of a millisecond are rounded', () => {
  const world = start();
  challenge(world, 4, 2);
  const match = { ...getMatch(world), deadline: '2026-03-01T12:00:00.005Z' };
  expect(listReminders(world.state, match).map(({ at }) => at.slice(-5, -1))).toEqual([
    '.003',
    '.004',
    '.005',
  ]);
});

it('nobody is reminded of what is answered, or cannot be', () => {
  const world = start();
  challenge(world, 4, 2);
  expect(listReminders(world.state, { ...getMatch(world), deadline: null })).toEqual([]);
  for (const missing of ['ladder', 'season']) {
    const state = { ...world.state, [missing]: null };
    expect(listReminders(state, getMatch(world)), missing).toEqual([]);
  }
  const times = [noon(world, 2), noon(world, 3)];
  act(world, captain(2), { type: 'accept', ...onMatch, times, picks: noPicks, nonce: someNonce });
  expect(listReminders(world.state, getMatch(world))).toEqual([]);
  // The defender's report has a deadline too, and is no answer.
  const live = startLive();
  expect(getMatch(live).deadline).not.toBeNull();
  expect(listReminders(live.state, getMatch(live))).toEqual([]);
});
