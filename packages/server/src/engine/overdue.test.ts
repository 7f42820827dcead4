import type { LadderEvent } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { toPortions } from './overdue.ts';

/** Events are told apart by their instants here; nothing else of them is looked at. */
const step = (length: number, first = 0) =>
  Array.from({ length }, (_, index) => ({ at: String(first + index) }) as LadderEvent);

const toLengths = (steps: LadderEvent[][]) => toPortions(steps).map(({ length }) => length);

describe('what is overdue', () => {
  it.each([
    ['nothing', [], []],
    ['less than is written at once', [step(49)], [49]],
    ['as much as that, and one more', [step(49), step(1), step(1)], [50, 1]],
    ['a deadline that goes over it', [step(49), step(3), step(2)], [52, 2]],
    ['one that is longer than it by itself', [step(70), step(1)], [70, 1]],
  ])('is written in portions that take no deadline apart: %s', (_, steps, lengths) => {
    expect(toLengths(steps)).toEqual(lengths);
  });

  it('keeps its order', () => {
    const steps = Array.from({ length: 120 }, (_, index) => step(1, index));
    expect(toPortions(steps).flat()).toEqual(steps.flat());
  });
});
