/** Where half and nine tenths of some values lie below. */
export interface Spread {
  count: number;
  median: number | null;
  p90: number | null;
}

/**
 * A sample quantile with linear interpolation between order statistics: definition 7 of Hyndman and
 * Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996), 361-365.
 */
export function findQuantile(values: readonly number[], part: number): number | null {
  const sorted = [...values].sort((first, second) => first - second);
  const position = (sorted.length - 1) * part;
  const low = sorted[Math.floor(position)];
  const high = sorted[Math.ceil(position)];
  return low === undefined || high === undefined ? null : low + (high - low) * (position % 1);
}

export function toSpread(values: readonly number[]): Spread {
  return {
    count: values.length,
    median: findQuantile(values, 0.5),
    p90: findQuantile(values, 0.9),
  };
}

/** Ranks from 1 for the smallest; equal values share the mean of their ranks. */
export function toRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index);
  order.sort((first, second) => (values[first] ?? 0) - (values[second] ?? 0));
  const ranks = new Array<number>(values.length).fill(0);
  for (let from = 0; from < order.length; ) {
    let until = from + 1;
    while (until < order.length && values[order[until] ?? 0] === values[order[from] ?? 0]) {
      until += 1;
    }
    for (const index of order.slice(from, until)) {
      ranks[index] = (from + 1 + until) / 2;
    }
    from = until;
  }
  return ranks;
}

/**
 * Spearman's rank correlation: Pearson's coefficient of the ranks, ties at their mean rank. Spearman,
 * "The proof and measurement of association between two things", American Journal of Psychology 15
 * (1904), 72-101; ties as in Kendall and Gibbons, "Rank Correlation Methods" (1990), chapter 3.
 * Null where it is not defined: fewer than two pairs, or one side all equal.
 */
export function findRankCorrelation(pairs: readonly (readonly [number, number])[]): number | null {
  const first = toRanks(pairs.map(([one]) => one));
  const second = toRanks(pairs.map(([, other]) => other));
  const mean = (pairs.length + 1) / 2;
  let [product, squares, otherSquares] = [0, 0, 0];
  for (const [index, rank] of first.entries()) {
    const [one, other] = [rank - mean, (second[index] ?? 0) - mean];
    product += one * other;
    squares += one * one;
    otherSquares += other * other;
  }
  return squares === 0 || otherSquares === 0 ? null : product / Math.sqrt(squares * otherSquares);
}
