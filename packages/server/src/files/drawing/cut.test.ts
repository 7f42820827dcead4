import { expect, it } from 'vitest';
import { findCut } from './cut.ts';

const square = { width: 100, height: 100 };
const wide = { width: 400, height: 200 };

it.each([
  ['ce', 0, 0, 50],
  ['we', 0, 0, 0],
  ['ea', 0, 0, 100],
  ['nowe', 10, 0, 10],
  ['soea', 10, 0, 90],
  ['soea', 0.1, 0, 80],
  ['ce', -0.1, 0, 30],
  ['we', 1_000, 0, 100],
  ['we', -5, 0, 0],
  ['fp', 0, 1, 0],
  ['fp', 0.5, 0.5, 50],
  ['fp', 0.9, 0, 100],
] as const)('%s by %d, %d begins %d from the left', (to, x, y, left) => {
  expect(findCut(wide, square, { to, x, y })).toEqual({
    scaled: { width: 200, height: 100 },
    kept: { left, top: 0, ...square },
  });
});

it.each([
  ['no', 0, 0],
  ['so', 0, 100],
  ['so', 25, 75],
  ['ce', 0, 50],
  ['fp', 0.25, 0],
  ['fp', 0.6, 70],
] as const)('%s by %d begins %d from above', (to, y, top) => {
  const tall = { width: 200, height: 400 };
  expect(findCut(tall, square, { to, x: 0, y }).kept).toMatchObject({ left: 0, top });
});

it('nothing is made larger', () => {
  expect(
    findCut({ width: 50, height: 20 }, { width: 100, height: 10 }, { to: 'so', x: 0, y: 0 }),
  ).toEqual({
    scaled: { width: 50, height: 20 },
    kept: { left: 0, top: 10, width: 50, height: 10 },
  });
});
