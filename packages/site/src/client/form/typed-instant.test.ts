import { expect, it } from 'vitest';
import { toTypedInstant, withTyped } from './typed-instant.ts';

it.each([
  ['in winter', '2026-01-31T20:05', 'Europe/Helsinki', '2026-01-31T18:05:00.000Z'],
  ['in summer', '2026-07-01T20:05', 'Europe/Helsinki', '2026-07-01T17:05:00.000Z'],
  ['on the first of a year', '2026-01-01T00:00', 'Europe/Helsinki', '2025-12-31T22:00:00.000Z'],
  ['with seconds, which nobody means', '2026-12-31T23:59:58', 'UTC', '2026-12-31T23:59:00.000Z'],
  ['nothing', '', 'UTC', null],
  ['a day without an hour', '2026-12-31', 'UTC', null],
])('a time is typed %s', (_what, typed, zone, instant) => {
  expect(toTypedInstant(typed, zone)).toBe(instant);
});

it('is one of the times that are sent, in their order, and once', () => {
  const times = ['2026-01-02T20:00:00.000Z', '2026-01-04T20:00:00.000Z'];
  const [first, last] = times;
  const between = '2026-01-03T20:00:00.000Z';
  expect(withTyped(times, '2026-01-03T20:00', 'UTC')).toEqual([first, between, last]);
  expect(withTyped(times, '2026-01-02T20:00', 'UTC')).toEqual(times);
  expect(withTyped(times, '', 'UTC')).toEqual(times);
});
