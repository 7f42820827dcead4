import { emptyLadder, type LadderState } from '@muster/league';
import { expect, it } from 'vitest';
import { Checkpoints } from './checkpoints.ts';

/** A state with so many entries more than an empty one. */
function makeState(entries: number): LadderState {
  const own = Array.from({ length: entries }, (_, place) => [`entry ${place}`, {}]);
  return { ...emptyLadder, entries: Object.fromEntries(own) };
}

it('keeps states of so many members in all, those used last', () => {
  const base = Object.values<object | null>({ ...emptyLadder } as never).reduce(
    (sum, part) => sum + (part !== null && typeof part === 'object' ? Object.keys(part).length : 0),
    0,
  );
  const checkpoints = new Checkpoints(9, 3 * (base + 10));
  const keep = (sequence: number, entries = 10) =>
    checkpoints.keep({ kind: 'ladder', log: 'one', sequence, state: makeState(entries) });
  const find = (sequence: number) => checkpoints.find('ladder', 'one', sequence)?.sequence;
  for (const sequence of [10, 20, 30]) {
    keep(sequence);
  }
  // The same again counts once.
  keep(30);
  expect(checkpoints.size).toBe(3);
  expect(find(10)).toBe(10);
  keep(40, 11);
  // One member too many: the two that were used longest ago make room.
  expect([find(10), find(20), find(30), find(40)]).toEqual([10, 10, 10, 40]);
  expect(checkpoints.size).toBe(2);
});

it('keeps one that is larger than all may be, alone', () => {
  const checkpoints = new Checkpoints(9, 5);
  checkpoints.keep({ kind: 'ladder', log: 'one', sequence: 1, state: makeState(3) });
  checkpoints.keep({ kind: 'ladder', log: 'one', sequence: 2, state: makeState(40) });
  expect(checkpoints.size).toBe(1);
  expect(checkpoints.find('ladder', 'one', 9)?.sequence).toBe(2);
});
