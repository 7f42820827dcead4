import { describe, expect, it } from 'vitest';
import { findQuantile, findRankCorrelation, toRanks, toSpread } from './statistics.ts';

describe('quantiles', () => {
  it('lie between the values around them', () => {
    expect(findQuantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(findQuantile([10, 20, 30], 0.5)).toBe(20);
    expect(findQuantile([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 0.9)).toBe(90);
    expect(findQuantile([0, 1], 0.9)).toBeCloseTo(0.9, 12);
    expect(findQuantile([7], 0.9)).toBe(7);
  });

  it('of nothing are nothing', () => {
    expect(toSpread([])).toEqual({ count: 0, median: null, p90: null });
  });

  it('leave the values as they were given', () => {
    const values = [3, 1, 2];
    expect(toSpread(values).median).toBe(2);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('ranks', () => {
  it('are shared by equal values at their mean', () => {
    expect(toRanks([10, 20, 20, 5, 20])).toEqual([2, 4, 4, 1, 4]);
  });
});

describe("Spearman's rank correlation", () => {
  it('is 1 for the same order, -1 for the opposite one, whatever the distances', () => {
    expect(
      findRankCorrelation([
        [1, 1],
        [2, 100],
        [3, 101],
      ]),
    ).toBe(1);
    expect(
      findRankCorrelation([
        [1, 9],
        [2, 8],
        [3, -70],
      ]),
    ).toBe(-1);
  });

  it('equals 1 - 6 sum d^2 / n(n^2 - 1) where nothing is tied', () => {
    // A textbook case: IQ and hours of television of ten people, sum of squared differences 194.
    const iq = [106, 100, 86, 101, 99, 103, 97, 113, 112, 110];
    const hours = [7, 27, 2, 50, 28, 29, 20, 12, 6, 17];
    const pairs = iq.map((value, index) => [value, hours[index] ?? 0] as const);
    expect(findRankCorrelation(pairs)).toBeCloseTo(1 - (6 * 194) / 990, 12);
  });

  it('gives ties their mean rank', () => {
    // Ranks 1, 2.5, 2.5, 4 against 1, 2, 3, 4: 4.5 / sqrt(4.5 * 5).
    expect(
      findRankCorrelation([
        [1, 1],
        [2, 2],
        [2, 3],
        [3, 4],
      ]),
    ).toBeCloseTo(4.5 / Math.sqrt(4.5 * 5), 12);
  });

  it('is not defined for one pair or for equal values', () => {
    expect(findRankCorrelation([[1, 2]])).toBeNull();
    expect(
      findRankCorrelation([
        [1, 2],
        [1, 3],
      ]),
    ).toBeNull();
  });
});
