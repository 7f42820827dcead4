import { expect, it } from 'vitest';
import { readChoice, toFilterChoices } from './filter-choices.ts';

const make = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ slug: `l${index}`, name: `L ${index}` }));
const read = (query: string) => readChoice(new URL(`http://league.test/?${query}`), 'ladder');

it.each([
  [0, false],
  [50, false],
  [51, true],
])('of %i ladders that one runs a list comes with the page, or none: %s', (count, isLong) => {
  const found = toFilterChoices(make(count), read('ladder=l0'));
  expect(found.is_long).toBe(isLong);
  expect(found.list).toHaveLength(isLong ? 0 : count);
  expect(found.chosen).toEqual(count === 0 ? null : { slug: 'l0', name: 'L 0' });
});

it('of many, those come that bear the words that were typed, fifty at most', () => {
  const { list, is_long, chosen } = toFilterChoices(make(51), read('ladder=l0&ladder_words=L+4'));
  expect(list.map(({ slug }) => slug)).toEqual([
    ...['l4', 'l40', 'l41', 'l42', 'l43', 'l44', 'l45', 'l46', 'l47', 'l48', 'l49'],
  ]);
  expect({ is_long, chosen }).toEqual({ is_long: true, chosen: null });
  expect(toFilterChoices(make(51), read('ladder_words=l')).list).toHaveLength(50);
  expect(toFilterChoices(make(51), read('ladder_words=nobody')).list).toEqual([]);
});

it.each([
  ['what is chosen', 'ladder=tanks', { slug: 'tanks', words: '', pattern: null }],
  [
    'words before it',
    'ladder=tanks&ladder_words=+Go_lf',
    { slug: null, words: 'Go_lf', pattern: '%Go\\_lf%' },
  ],
  ['no words', 'ladder=tanks&ladder_words=+', { slug: 'tanks', words: '', pattern: null }],
  ['nothing', '', { slug: null, words: '', pattern: null }],
])('an address asks for %s', (_what, query, asked) => {
  expect(read(query)).toEqual(asked);
});
