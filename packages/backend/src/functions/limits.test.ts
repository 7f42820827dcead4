import { expect, test } from 'vitest';
import { functionLimits } from './limits.ts';

const mebibyte = 1024 * 1024;

// Most of them are tried with smaller numbers beside what they bound: what they are for a league stands here.
test('a function of a league has so much memory, time, room and company', () => {
  expect(functionLimits).toEqual({
    ...{ heapMebibytes: 192, residentBytes: 384 * mebibyte, openFiles: 256 },
    ...{ watchMs: 100, busyMs: 10_000, callMs: 150_000, idleMs: 60_000 },
    ...{ startMs: 20_000, failureHoldsMs: 1_000 },
    ...{ calls: 40, waiting: 100, callsOfOne: 40, processes: 8 },
    ...{ requestBytes: 10 * mebibyte, responseBytes: 100 * mebibyte },
    ...{ discardedBytes: 16 * mebibyte, discardedMs: 2_000 },
    ...{ lineLength: 4_000, linesPerSecond: 200 },
    ...{ outgoing: 30, outgoingMs: 30_000 },
  });
});
