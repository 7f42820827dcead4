import { expect, test } from 'vitest';
import { TokenBucket } from './token-bucket.ts';

const limit = { burst: 3, perSecond: 2 };

test.each<[string, number[], boolean[]]>([
  ['so many at once and no more', [0, 0, 0, 0], [true, true, true, false]],
  [
    'one more when it is due, not before',
    [0, 0, 0, 499, 500, 500],
    [true, true, true, false, true, false],
  ],
  [
    'no more at once after any rest',
    [0, 60_000, 60_000, 60_000, 60_000],
    [true, true, true, true, false],
  ],
  [
    'what is gained in small steps',
    [0, 0, 0, 200, 400, 600],
    [true, true, true, false, false, true],
  ],
])('a bucket gives %s', (_what, times, expected) => {
  const bucket = new TokenBucket(limit, 0);
  expect(times.map((at) => bucket.take(at))).toEqual(expected);
});

test('a bucket is full when it is made, whenever that is', () => {
  const bucket = new TokenBucket(limit, 1_000_000);
  expect([0, 0, 0, 0].map(() => bucket.take(1_000_000))).toEqual([true, true, true, false]);
});
