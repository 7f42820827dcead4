/** A rating after an event; the place follows strength minus three times the uncertainty. */
export interface RatingPoint {
  at: string;
  mu: number;
  sigma: number;
  match_id: string | null;
}

export const toRatingValue = ({ mu, sigma }: { mu: number; sigma: number }) => mu - 3 * sigma;

/** Where a point lies and what it takes to hit it: every place of the drawing belongs to the point nearest by time. */
interface PlacedPoint extends RatingPoint {
  x: number;
  y: number;
  value: number;
  /** From here on, so far; nothing for one that others of the same instant cover. */
  from: number;
  wide: number;
}

/** All in percent of the drawing's width and height. */
export interface RatingChartDrawing {
  points: PlacedPoint[];
  lines: { x1: number; y1: number; x2: number; y2: number }[];
  /** The highest and the lowest value that the drawing holds, and their heights. */
  marks: { value: number; y: number }[];
}

const left = 9;
const right = 96;
const top = 12;
const bottom = 86;

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
  const placed = points.map((point, index): PlacedPoint => {
    const value = toRatingValue(point);
    const x = toX(point.at);
    const [before, after] = [points[index - 1], points[index + 1]];
    const start = before === undefined ? left : (toX(before.at) + x) / 2;
    const end = after === undefined ? 100 : (x + toX(after.at)) / 2;
    return { ...point, value, x, y: toY(value), from: start, wide: end - start };
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
