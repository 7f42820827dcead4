import { expect, it } from 'vitest';
import { toClockFigures } from './clock-figures.ts';
import { toZoneName } from './zone-name.ts';

it.each([
  [0, false, '00:00'],
  [59, false, '00:59'],
  [452, false, '07:32'],
  [5999, false, '99:59'],
  [59, true, '00:00:59'],
  [4052, true, '01:07:32'],
  [360_000, true, '100:00:00'],
])('%i seconds, with hours: %s, are %s', (seconds, hasHours, figures) => {
  expect(toClockFigures(seconds, hasHours)).toBe(figures);
});

it.each([
  ['Europe/Helsinki', 'Helsinki'],
  ['America/Argentina/Rio_de_Janeiro', 'Rio de Janeiro'],
  ['UTC', 'UTC'],
])('the zone %s is called %s', (zone, name) => {
  expect(toZoneName(zone)).toBe(name);
});
