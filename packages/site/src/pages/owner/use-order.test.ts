import { expect, it } from 'vitest';
import { moveItem } from './use-order.ts';

it.each([
  [0, 2, 'bca'],
  [2, 0, 'cab'],
  [0, 1, 'bac'],
  [1, 1, 'abc'],
  [2, 1, 'acb'],
])('moves an item from %i to %i', (from, to, expected) => {
  const items = [...'abc'];
  expect(moveItem(items, from, to).join('')).toBe(expected);
  expect(items.join('')).toBe('abc');
});
