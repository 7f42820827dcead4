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

  it('gives each place to the point nearest in time, and none to two', () => {
    const days = [1, 2, 2, 9];
    const points = drawRatingChart(days.map((day) => point(day, 25 + day, 8)))?.points ?? [];
    expect(points.map(({ wide }) => Math.round(wide))).toEqual([5, 5, 38, 42]);
    for (const [index, { from, wide, x }] of points.entries()) {
      expect(x).toBeGreaterThanOrEqual(from);
      expect(x).toBeLessThanOrEqual(from + wide);
      expect(from + wide).toBeCloseTo(points[index + 1]?.from ?? 100);
    }
  });
});
