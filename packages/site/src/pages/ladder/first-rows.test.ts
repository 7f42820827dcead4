import { expect, it } from 'vitest';
import { pickFirstRows } from './first-rows.ts';

const ten = Array.from({ length: 10 }, (_, index) => index);

it.each([
  ['none of none', 0, -1, []],
  ['all of twelve', 12, -1, [...ten, 10, 11]],
  ['ten of thirteen', 13, -1, ten],
  ['ten where the own is the first', 40, 0, ten],
  ['the neighbour of the tenth', 40, 9, [...ten, 10]],
  ['the eleventh and its neighbour', 40, 10, [...ten, 10, 11]],
  ['one far below, with both neighbours', 40, 30, [...ten, 29, 30, 31]],
  ['the last with the one before', 40, 39, [...ten, 38, 39]],
])('shows %s', (_what, count, own, shown) => {
  expect([...pickFirstRows(count, own)]).toEqual(shown);
});
