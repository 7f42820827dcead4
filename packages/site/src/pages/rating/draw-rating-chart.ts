/** A rating after an event; the place follows strength minus three times the uncertainty. */
export interface RatingPoint {
  at: string;
  mu: number;
  sigma: number;
  match_id: string | null;
}

export const toRatingValue = ({ mu, sigma }: { mu: number; sigma: number }) => mu - 3 * sigma;

/** Where a point lies. */
interface PlacedPoint extends RatingPoint {
  x: number;
  y: number;
  value: number;
  /** From here on, so far, it is what a finger hits; null for one that lies too close to another: the table leads to its match. */
  touch: { from: number; wide: number } | null;
}

/** All in percent of the drawing's width and height. */
export interface RatingChartDrawing {
  points: PlacedPoint[];
  lines: { x1: number; y1: number; x2: number; y2: number }[];
  /** The highest and the lowest value that the drawing holds, and their heights. */
  marks: { value: number; y: number }[];
}

const left = 9;
const right = 95.5;
const top = 12;
const bottom = 86;
/** What a finger needs, of the width: 24 px of the 288 that the narrowest phone leaves. */
const least = 8.4;
/** To the edge behind the last point. */
const edge = 100;

/** A rating over time, as a line from point to point; null where there are not two to join. */
export function drawRatingChart(points: readonly RatingPoint[]): RatingChartDrawing | null {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || points.length < 2) {
    return null;
  }
  const values = points.map(toRatingValue);
  const low = Math.min(...values);
  const high = Math.max(...values);
  const from = Date.parse(first.at);
  const span = Math.max(1, Date.parse(last.at) - from);
  const toX = (at: string) => left + ((Date.parse(at) - from) / span) * (right - left);
  const toY = (value: number) =>
    high === low ? (top + bottom) / 2 : top + ((high - value) / (high - low)) * (bottom - top);
  const columns = toColumns(points.map(({ at }) => toX(at)));
  const placed = points.map((point, index): PlacedPoint => {
    const value = toRatingValue(point);
    return { ...point, value, x: toX(point.at), y: toY(value), touch: columns[index] ?? null };
  });
  return {
    points: placed,
    lines: placed.slice(1).map(({ x, y }, index) => {
      const before = placed[index];
      return { x1: before?.x ?? x, y1: before?.y ?? y, x2: x, y2: y };
    }),
    marks: [...new Set([high, low])].map((value) => ({ value, y: toY(value) })),
  };
}

/**
 * By each point, how much of the width belongs to it, up to the middle between it and the next that has a column. From
 * the newest back, a point has one where it lies far enough from the one before.
 */
function toColumns(xs: readonly number[]): PlacedPoint['touch'][] {
  const chosen: number[] = [];
  for (const [index, x] of [...xs.entries()].reverse()) {
    const next = xs[chosen[0] ?? -1];
    if (next === undefined || next - x >= least) {
      chosen.unshift(index);
    }
  }
  return xs.map((x, index) => {
    const place = chosen.indexOf(index);
    if (place === -1) {
      return null;
    }
    const before = xs[chosen[place - 1] ?? -1];
    const after = xs[chosen[place + 1] ?? -1];
    const from = before === undefined ? Math.min(left, x - least / 2) : (before + x) / 2;
    return { from, wide: (after === undefined ? edge : (x + after) / 2) - from };
  });
}
