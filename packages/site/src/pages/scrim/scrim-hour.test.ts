import { expect, it } from 'vitest';
import { findScrimHour } from './scrim-hour.ts';

const starts_at = '2026-11-22T20:00:00.000Z';

it.each([
  ['2026-11-22T19:59:59.000Z', false, 'starts'],
  ['2026-11-22T20:00:00.000Z', false, 'began'],
  ['2026-11-22T21:30:00.000Z', false, 'began'],
  ['2026-11-22T22:30:00.000Z', true, 'over'],
] as const)('at %s a scrim that is over: %s says %s', (at, is_over, says) => {
  expect(findScrimHour({ starts_at, is_over }, Date.parse(at))).toBe(says);
});
