import { expect, it } from 'vitest';
import { toFilterChoices } from './filter-choices.ts';

const make = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ slug: `l${index}`, name: `L ${index}` }));

it.each([
  [0, false],
  [50, false],
  [51, true],
])('of %i ladders that one runs a list comes with the page, or none: %s', (count, isLong) => {
  const found = toFilterChoices(make(count), 'l0');
  expect(found.is_long).toBe(isLong);
  expect(found.list).toHaveLength(isLong ? 0 : count);
  expect(found.chosen).toEqual(count === 0 ? null : { slug: 'l0', name: 'L 0' });
});
