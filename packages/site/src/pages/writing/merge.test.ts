import { expect, it } from 'vitest';
import { mergeText, mergeTexts } from './merge.ts';

it.each([
  ['nothing changed', 'a\nb\nc', 'a\nb\nc', 'a\nb\nc', 'a\nb\nc'],
  ['only I', 'a\nb\nc', 'a\nB\nc', 'a\nb\nc', 'a\nB\nc'],
  ['only they', 'a\nb\nc', 'a\nb\nc', 'a\nb\nC', 'a\nb\nC'],
  ['both the same', 'a', 'x', 'x', 'x'],
  ['I above, they below', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ['they above, I below', 'a\nb\nc', 'a\nb\nC', 'A\nA\nb\nc', 'A\nA\nb\nC'],
  ['I took away what they did not touch', 'a\nb\nc\nd', 'b\nc\nd', 'a\nb\nc\nD', 'b\nc\nD'],
  ['the same line', 'a\nb\nc', 'a\nX\nc', 'a\nY\nc', null],
  ['neighbouring lines', 'a\nb', 'A\nb', 'a\nB', null],
  ['both put something in one place', 'a\nb', 'a\nx\nb', 'a\ny\nb', null],
  ['both wrote where nothing was', '', 'x', 'y', null],
])('merges where %s', (_what, base, mine, theirs, merged) => {
  expect(mergeText(base, mine, theirs)).toBe(merged);
});

it('merges field by field, and keeps mine where both must be looked at', () => {
  const base = { title: 't', body: 'b' };
  expect(mergeTexts(base, { title: 'T', body: 'b' }, { title: 't', body: 'B' })).toEqual({
    texts: { title: 'T', body: 'B' },
    clashes: [],
  });
  expect(
    mergeTexts(base, { title: 'x', body: 'b' }, { title: 'y', body: 'b', summary: 's' }),
  ).toEqual({
    texts: { title: 'x', body: 'b', summary: 's' },
    clashes: ['title'],
  });
});
