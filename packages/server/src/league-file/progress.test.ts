import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProgress } from './progress.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells of what takes two seconds, then a line each two seconds, and makes no other', () => {
  const told: string[] = [];
  const made: number[] = [];
  const progress = createProgress((line) => told.push(line));
  let at = 0;
  const goOn = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    at += milliseconds;
    progress(() => {
      made.push(at);
      return `at ${at}`;
    });
  };
  for (const milliseconds of [0, 1_999, 1, 1_000, 999, 1, 5_000]) {
    goOn(milliseconds);
  }
  expect(told).toEqual(['at 2000', 'at 4000', 'at 9000']);
  expect(made).toEqual([2_000, 4_000, 9_000]);
});
