import { expect, it } from 'vitest';
import { mergeText, mergeTexts, pick } from './merge.ts';

it.each([
  ['nothing changed', 'a\nb\nc', 'a\nb\nc', 'a\nb\nc', 'a\nb\nc'],
  ['only I', 'a\nb\nc', 'a\nB\nc', 'a\nb\nc', 'a\nB\nc'],
  ['only they', 'a\nb\nc', 'a\nb\nc', 'a\nb\nC', 'a\nb\nC'],
  ['both the same', 'a', 'x', 'x', 'x'],
  ['I above, they below', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ['they above, I below', 'a\nb\nc', 'a\nb\nC', 'A\nA\nb\nc', 'A\nA\nb\nC'],
  ['I took away what they did not touch', 'a\nb\nc\nd', 'b\nc\nd', 'a\nb\nc\nD', 'b\nc\nD'],
  [
    'each of us in several places',
    '1\n2\n3\n4\n5\n6\n7',
    'I\n2\n3\n4\nV\n6\n7',
    '1\n2\nIII\n4\n5\n6\nVII',
    'I\n2\nIII\n4\nV\n6\nVII',
  ],
  [
    'both the same in one place, each else in another',
    'a\nb\nc\nd\ne',
    'A\nb\nX\nd\ne',
    'a\nb\nX\nd\nE',
    'A\nb\nX\nd\nE',
  ],
  ['they ended it with an empty line', 'a\nb\nc', 'A\nb\nc', 'a\nb\nc\n', 'A\nb\nc\n'],
])('merges where %s', (_what, base, mine, theirs, merged) => {
  const all = { mine: merged, theirs: merged, both: merged, isClash: false };
  expect(mergeText(base, mine, theirs)).toEqual(all);
});

it.each([
  ['the same line', 'a\nb\nc', 'a\nX\nc', 'a\nY\nc', 'a\nY\nX\nc'],
  ['neighbouring lines', 'a\nb', 'A\nb', 'a\nB', 'a\nB\nA\nb'],
  ['something put in one place', 'a\nb', 'a\nx\nb', 'a\ny\nb', 'a\ny\nx\nb'],
  ['what was written where nothing was', '', 'x', 'y', 'y\nx'],
  ['what one took away and the other changed', 'a\nb\nc', 'a\nc', 'a\nB\nc', 'a\nB\nc'],
])('leaves to choose %s', (_what, base, mine, theirs, both) => {
  expect(mergeText(base, mine, theirs)).toEqual({ mine, theirs, both, isClash: true });
});

it('keeps in each choice what only one changed elsewhere', () => {
  expect(mergeText('a\nb\nc\nd\ne', 'A\nb\nX\nd\ne', 'a\nb\nY\nd\nE')).toEqual({
    mine: 'A\nb\nX\nd\nE',
    theirs: 'A\nb\nY\nd\nE',
    both: 'A\nb\nY\nX\nd\nE',
    isClash: true,
  });
});

it('merges each field by itself, also one that only one of us has', () => {
  const base = { title: 'Old', body: 'a' };
  const mine = { title: 'Mine', body: 'b' };
  const merged = mergeTexts('articles', { base, mine, theirs: { title: 'Old', summary: 's' } });
  expect(merged).toMatchObject({
    title: { mine: 'Mine', isClash: false },
    summary: { mine: 's', isClash: false },
    body: { mine: 'b', theirs: '', isClash: true },
  });
  expect(pick(merged, 'theirs')).toEqual({ title: 'Mine', summary: 's', body: '' });
});

it('keeps both in a field of one line on that line', () => {
  const merged = mergeTexts('articles', {
    base: { title: 'a', body: 'a' },
    mine: { title: 'b', body: 'b' },
    theirs: { title: 'c', body: 'c' },
  });
  expect(pick(merged, 'both')).toEqual({ title: 'c b', body: 'c\nb' });
});

it('leaves to choose where one side wrote another text, and merges in a text of empty lines', () => {
  const lines = (word: string) => Array.from({ length: 2_000 }, (_, at) => word + at).join('\n');
  const base = lines('a');
  const merged = mergeText(base, lines('b'), `${base}\nmore`);
  expect(merged).toMatchObject({ mine: lines('b'), theirs: `${base}\nmore`, isClash: true });
  const empty = '\n'.repeat(10_000);
  expect(mergeText(`a${empty}b`, `A${empty}b`, `a${empty}B`).both).toBe(`A${empty}B`);
});
