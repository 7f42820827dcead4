import { describe, expect, it } from 'vitest';
import { drawRatingChart } from './draw-rating-chart.ts';

const at = (day: number) => new Date(Date.UTC(2026, 2, day)).toISOString();
const point = (day: number, mu: number, sigma: number) => ({
  at: at(day),
  mu,
  sigma,
  match_id: null,
});

describe('a rating chart', () => {
  it('joins the ratings in time, the highest on top', () => {
    const chart = drawRatingChart([point(1, 25, 8), point(2, 28, 7), point(5, 26, 7)]);
    expect(chart?.points.map(({ value }) => value)).toEqual([1, 7, 5]);
    expect(chart?.marks.map(({ value }) => value)).toEqual([7, 1]);
    const [first, second, third] = chart?.points ?? [];
    expect(first?.x).toBeLessThan(second?.x ?? 0);
    expect((second?.x ?? 0) - (first?.x ?? 0)).toBeCloseTo(
      ((third?.x ?? 0) - (second?.x ?? 0)) / 3,
    );
    expect(second?.y).toBeLessThan(third?.y ?? 0);
    expect(chart?.lines).toHaveLength(2);
    expect(chart?.lines[0]).toMatchObject({ x1: first?.x, y2: second?.y });
  });

  it('needs two ratings, and stays in the middle where nothing changes', () => {
    expect(drawRatingChart([point(1, 25, 8)])).toBeNull();
    const flat = drawRatingChart([point(1, 25, 8), point(1, 25, 8)]);
    expect(flat?.marks).toHaveLength(1);
    expect(flat?.points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
  });

  it('gives each place to a point that is near in time, none to two, and none too narrow for a finger', () => {
    const days = [1, 2, 2, 9, 40];
    const points = drawRatingChart(days.map((day) => point(day, 25 + day, 8)))?.points ?? [];
    expect(points.map(({ touch }) => touch === null)).toEqual([true, true, false, false, false]);
    const columns = points.flatMap(({ x, touch }) => (touch === null ? [] : [{ x, ...touch }]));
    for (const [index, { from, wide, x }] of columns.entries()) {
      expect(wide).toBeGreaterThanOrEqual(8.4);
      expect(x).toBeGreaterThanOrEqual(from);
      expect(x).toBeLessThanOrEqual(from + wide);
      expect(from + wide).toBeCloseTo(columns[index + 1]?.from ?? 100);
    }
  });

  it.each([
    [8.39, false],
    [8.41, true],
  ])(
    'gives a point that lies %d percent before the next a column of its own: %s',
    (percent, has) => {
      // 86.5 percent of the width stand for the time from the first to the last.
      const end = Date.UTC(2026, 2, 1) + 86_500_000;
      const ats = [end - 86_500_000, end - percent * 1_000_000, end];
      const points = ats.map((at) => ({ ...point(1, 25, 8), at: new Date(at).toISOString() }));
      expect(drawRatingChart(points)?.points[1]?.touch !== null).toBe(has);
    },
  );

  it('keeps every column wide enough, however many points there are', () => {
    for (const count of [2, 9, 11, 12, 60]) {
      const points = Array.from({ length: count }, (_, day) => point(day + 1, 25 + day, 8));
      const columns = drawRatingChart(points)?.points.flatMap(({ touch }) => touch ?? []) ?? [];
      expect(columns.length).toBeGreaterThanOrEqual(Math.min(count, 6));
      expect(Math.min(...columns.map(({ wide }) => wide))).toBeGreaterThanOrEqual(8.4);
    }
  });
});
