/** A rating after an event; the place follows strength minus three times the uncertainty. */
export interface RatingPoint {
  at: string;
  mu: number;
  sigma: number;
  match_id: string | null;
}

export const toRatingValue = ({ mu, sigma }: { mu: number; sigma: number }) => mu - 3 * sigma;

/** All in percent of the drawing's width and height. */
export interface RatingChartDrawing {
  points: (RatingPoint & { x: number; y: number; value: number })[];
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
  const placed = points.map((point) => {
    const value = toRatingValue(point);
    return { ...point, value, x: toX(point.at), y: toY(value) };
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
