import { expect, it } from 'vitest';
import { countDemoPlayers } from './demo-server.ts';

it.each([
  ['T07:00', 0],
  ['T10:00', 1],
  ['T13:00', 5],
  ['T13:30', 6],
  ['T16:30', 9],
  ['T19:00', 10],
  ['T01:00', 5],
])('plays at %s: %i of its people', (time, count) => {
  expect(countDemoPlayers(new Date(`2026-11-21${time}:00.000Z`))).toBe(count);
});
