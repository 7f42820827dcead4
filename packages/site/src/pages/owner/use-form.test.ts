import { expect, it } from 'vitest';
import { toLines, toSlug } from './use-form.ts';

it.each([
  ['Counter-Strike 2', 'counter-strike-2'],
  ['Éric & Żółw!', 'eric-zo-w'],
  ['  –  ', ''],
  ['Truco Paulista de Verão', 'truco-paulista-de-ve'],
  ['exactly twenty chars x', 'exactly-twenty-chars'],
])('makes an address word of %s', (name, slug) => {
  expect(toSlug(name, 20)).toBe(slug);
});

it('reads a name a line', () => {
  expect(toLines(' One \n\nTwo\r\n  ')).toEqual(['One', 'Two']);
});
