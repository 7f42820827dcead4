import { describe, expect, it } from 'vitest';
import { readChoice, toFilterChoices } from './filter-choices.ts';
import { readPart } from './list-part.ts';
import { readSlug } from './read-slug.ts';

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

const readList = (name: string, value: string) =>
  readPart(new URL(`http://league.test/?${new URLSearchParams({ [name]: value })}`));

describe('the part of a long list that an address asks for', () => {
  it('is all of it from the first where nothing is asked', () => {
    const url = new URL('http://league.test/');
    expect(readPart(url)).toEqual({ query: '', pattern: null, from: 1 });
  });

  it.each([
    [' Go ', 'Go', '%Go%'],
    ['100%_\\', '100%_\\', '%100\\%\\_\\\\%'],
    ['a\0b', 'ab', '%ab%'],
    ['\0 ', '', null],
    ['x'.repeat(81), 'x'.repeat(80), `%${'x'.repeat(80)}%`],
  ])('has the words %j as a pattern', (typed, query, pattern) => {
    expect(readList('q', typed)).toEqual({ query, pattern, from: 1 });
  });

  it.each([
    ['1', 1],
    ['51', 51],
    ['1000000000', 1_000_000_000],
    ['1000000001', 1],
    ['0', 1],
    ['-3', 1],
    ['1.5', 1],
    ['x', 1],
    ['', 1],
  ])('begins at %j', (asked, from) => {
    expect(readList('from', asked).from).toBe(from);
  });
});

it.each([
  ['tanks-2', 'tanks-2'],
  ['x'.repeat(80), 'x'.repeat(80)],
  ['x'.repeat(81), null],
  ['Tanks', null],
  ['', null],
])('an address word is read as one: %s', (given, slug) => {
  expect(readSlug(new URL(`http://league.test/?ladder=${given}`), 'ladder')).toBe(slug);
});
