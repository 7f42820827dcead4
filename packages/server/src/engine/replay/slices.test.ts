import { expect, it, vi } from 'vitest';
import { finishInSlices } from './slices.ts';

function* count(steps: number): Generator<undefined, number> {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) {
    sum += step;
    yield;
  }
  return sum;
}

// A clock that goes on by a millisecond at each look stands for work that takes time.
it('lets others have their turn every few milliseconds, and comes to what it would have at one go', async () => {
  let [now, turns, isDone] = [0, 0, false];
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1;
    return now;
  });
  const take = () => {
    turns += 1;
    if (!isDone) {
      setImmediate(take);
    }
  };
  setImmediate(take);
  try {
    expect(await finishInSlices(count(1000))).toBe(499_500);
    isDone = true;
    expect(turns).toBeGreaterThan(100);
  } finally {
    isDone = true;
    clock.mockRestore();
  }
});
