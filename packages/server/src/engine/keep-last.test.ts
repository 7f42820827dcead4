import { expect, it } from 'vitest';
import { keepLast } from './keep-last.ts';

it('keeps what sorting would put last, whatever comes when', () => {
  const compare = (one: number, other: number) => one - other;
  for (let seed = 1; seed <= 50; seed += 1) {
    const items = Array.from({ length: 40 }, (_, place) => (place * 7919 * seed) % 61);
    for (const most of [1, 5, 39, 40, 41]) {
      const list: number[] = [];
      for (const item of items) {
        keepLast(list, item, { most, compare });
      }
      expect(list).toEqual(items.toSorted(compare).slice(-most));
    }
  }
});
