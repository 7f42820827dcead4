import { expect, it } from 'vitest';
import { toStaleMinutes } from './handed-session.ts';

it.each([
  [1000, 1000, null],
  [1000, 1119, null],
  [1000, 1120, null],
  [1000, 1120.001, 2],
  [1000, 1179, 2],
  [1000, 1180, 3],
  [null, 9999, null],
])(
  'warns of a session issued at %s only when it is over two minutes old at %s',
  (issued, now, stale) => {
    expect(toStaleMinutes(issued, now)).toBe(stale);
  },
);
