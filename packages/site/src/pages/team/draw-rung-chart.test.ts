import { describe, expect, it } from 'vitest';
import { drawRungChart } from './draw-rung-chart.ts';

const day = (number: number) => new Date(Date.UTC(2026, 8, number)).toISOString();
const until = Date.UTC(2026, 8, 11);

describe('the rung chart', () => {
  it('draws nothing for an entry that never stood on a rung', () => {
    expect(drawRungChart([], until)).toBeNull();
    expect(drawRungChart([{ at: day(1), rung: null }], until)).toBeNull();
  });

  it('puts a better rung higher, and ends where the entry stands', () => {
    const chart = drawRungChart(
      [
        { at: day(1), rung: 12 },
        { at: day(6), rung: 4 },
      ],
      until,
    );
    expect(chart).toMatchObject({ first: 12, last: 4, best: 4 });
    const [before, climb, after] = chart?.lines ?? [];
    expect(after?.y1).toBeLessThan(before?.y1 ?? 0);
    expect(climb).toMatchObject({ x1: climb?.x2, y1: before?.y1, y2: after?.y1 });
    expect(chart?.end).toEqual({ x: after?.x2, y: after?.y2 });
    expect(chart?.marks.map(({ rung }) => rung)).toEqual([4, 12]);
  });

  it('leaves a gap while the entry stood on no rung', () => {
    const chart = drawRungChart(
      [
        { at: day(1), rung: 3 },
        { at: day(3), rung: null },
        { at: day(5), rung: 5 },
      ],
      until,
    );
    expect(chart?.lines).toHaveLength(2);
    expect(chart?.lines[1]?.x1).toBeGreaterThan(chart?.lines[0]?.x2 ?? 100);
  });

  it('draws a level line in the middle for one that never moved', () => {
    const chart = drawRungChart([{ at: day(1), rung: 7 }], until);
    expect(chart?.lines).toHaveLength(1);
    expect(chart?.marks).toHaveLength(1);
  });
});
