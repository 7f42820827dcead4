import { expect, test } from 'vitest';
import { realtimeLimits } from './limits.ts';

const mebibyte = 1024 * 1024;

// They are tried with smaller numbers beside what they bound: what they are for a league stands here.
test('the clients of a league are so many, say so much and are asked so often', () => {
  expect(realtimeLimits).toEqual({
    ...{ sockets: 20_000, socketsOfOne: 500, bufferedBytes: 16 * mebibyte },
    presence: { most: 2_000, mostBytes: mebibyte, mostBytesOfAll: 32 * mebibyte },
    asks: {
      ...{ atOnce: 4, atOnceOfOne: 3, waiting: 10_000, waitingOfOne: 1_000 },
      patienceMs: 8_000,
    },
    changes: { all: 100_000, ofOne: 5_000, ofConnection: 1_000 },
    lease: { lengthMs: 30_000, renewEveryMs: 10_000 },
    ...{ retryAfter: 10, pingEveryMs: 30_000 },
  });
});
