import type { RungStep } from './data.ts';

/** A straight piece of the chart's line; all in percent of the drawing's width and height. */
export interface ChartLine {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

export interface RungChartDrawing {
  lines: ChartLine[];
  /** Where the entry stands at the end; null where it stands on no rung. */
  end: { x: number; y: number } | null;
  /** The highest and the lowest rung that the drawing holds, and their heights. */
  marks: { rung: number; y: number }[];
  best: number;
  first: number;
  last: number | null;
}

const left = 7;
const right = 97;
const top = 10;
const bottom = 88;

/** The rungs that an entry stood on, as a line of steps from its first day to the given instant. */
export function drawRungChart(steps: readonly RungStep[], until: number): RungChartDrawing | null {
  const stood = steps.flatMap(({ rung }) => (rung === null ? [] : [rung]));
  const first = stood[0];
  const begin = steps.find(({ rung }) => rung !== null);
  if (first === undefined || begin === undefined) {
    return null;
  }
  const best = Math.min(...stood);
  const worst = Math.max(...stood);
  const from = Date.parse(begin.at);
  const span = Math.max(1, until - from);
  const toX = (at: string) => left + ((Date.parse(at) - from) / span) * (right - left);
  const toY = (rung: number) =>
    worst === best ? (top + bottom) / 2 : top + ((rung - best) / (worst - best)) * (bottom - top);
  const lines = toLines(steps, toX, toY);
  const last = steps.at(-1)?.rung ?? null;
  return {
    lines,
    end: last === null ? null : { x: right, y: toY(last) },
    marks: [...new Set([best, worst])].map((rung) => ({ rung, y: toY(rung) })),
    best,
    first,
    last,
  };
}

function toLines(
  steps: readonly RungStep[],
  toX: (at: string) => number,
  toY: (rung: number) => number,
): ChartLine[] {
  const lines: ChartLine[] = [];
  steps.forEach(({ at, rung }, index) => {
    if (rung === null) {
      return;
    }
    const next = steps[index + 1];
    const x1 = toX(at);
    const x2 = next === undefined ? right : toX(next.at);
    const y = toY(rung);
    lines.push({ x1, y1: y, x2, y2: y });
    if (next?.rung != null && next.rung !== rung) {
      lines.push({ x1: x2, y1: y, x2, y2: toY(next.rung) });
    }
  });
  return lines;
}
