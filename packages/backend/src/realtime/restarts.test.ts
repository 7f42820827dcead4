import { expect, test } from 'vitest';
import { Restarts } from './restarts.ts';

/** So many who note by their number that they begin anew. */
const open = (count: number, begun: number[]) =>
  Array.from({ length: count }, (_, at) => ({ restart: () => begun.push(at) }));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);

test.each([
  [1, 1],
  [99, 99],
  [100, 100],
  [101, 100],
  [250, 100],
])('of %i who must begin anew %i do so at once, the others after them', async (count, first) => {
  const begun: number[] = [];
  const restarts = new Restarts();
  restarts.add(open(count, begun));
  expect(begun).toEqual(upTo(first));
  await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(count);
  expect(begun).toEqual(upTo(count));
});

test('who comes while others wait waits behind them, and nobody begins anew twice', async () => {
  const begun: number[] = [];
  const restarts = new Restarts();
  const all = open(151, begun);
  restarts.add(all.slice(0, 150));
  restarts.add(all.slice(100));
  expect(begun).toEqual(upTo(100));
  await expect.poll(() => begun.length, { timeout: 60_000 }).toBe(151);
  expect(begun).toEqual(upTo(151));
  // And again once it is over.
  restarts.add(all.slice(0, 1));
  expect(begun.slice(151)).toEqual([0]);
});
