import { describe, expect, it } from 'vitest';
import { readPart } from './list-part.ts';
import { readSlug } from './read-slug.ts';

const read = (name: string, value: string) =>
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
    expect(read('q', typed)).toEqual({ query, pattern, from: 1 });
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
    expect(read('from', asked).from).toBe(from);
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
