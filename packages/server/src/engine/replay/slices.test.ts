import { expect, it } from 'vitest';
import { countTurns } from '../../testing/count-turns.ts';
import { finishInSlices } from './slices.ts';

function* count(steps: number): Generator<undefined, number> {
  let sum = 0;
  for (let step = 0; step < steps; step += 1) {
    sum += step;
    yield;
  }
  return sum;
}

it('lets others have their turn every few milliseconds, and comes to what it would have at one go', async () => {
  const { result, turns } = await countTurns(() => finishInSlices(count(1000)));
  expect(result).toBe(499_500);
  expect(turns).toBeGreaterThan(100);
});
