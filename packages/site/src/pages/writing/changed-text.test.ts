import { expect, it } from 'vitest';
import { listChanges } from './changed-text.tsx';

const mark = (before: string, after: string) =>
  listChanges(before, after)
    .map(({ look, text }) => ({ same: text, gone: `[-${text}]`, came: `[+${text}]` })[look])
    .join('');

it.each([
  ['nothing', '', '', ''],
  ['the same', 'a b', 'a b', 'a b'],
  ['one word', 'a b c', 'a x c', 'a [-b][+x] c'],
  ['words in a row', 'a b c d', 'a x y d', 'a [-b c][+x y] d'],
  ['several places', 'a b c d e', 'x b c y e', '[-a][+x] b c [-d][+y] e'],
  ['what came', 'a c', 'a b c', 'a [+b ]c'],
  ['what went', 'a b c', 'a c', 'a [-b ]c'],
  ['what came at the end of a line', 'a b\nc', 'a b d\nc', 'a b[+ d]\nc'],
  ['what went at the end of a line', 'a b d\nc', 'a b\nc', 'a b[- d]\nc'],
  ['a word at the end of a line', 'a b\nc', 'a x\nc', 'a [-b][+x]\nc'],
  ['a line that came', 'a\nc', 'a\nb\nc', 'a\n[+b\n]c'],
  ['an end of a line that came', 'a\nc', 'a\n\nc', 'a\n[+\n]c'],
  ['a line that was broken', 'a b', 'a\nb', 'a[- ][+\n]b'],
  ['all of it', 'a', '', '[-a]'],
])('marks %s', (_what, before, after, marked) => {
  expect(mark(before, after)).toBe(marked);
});

it('marks a text that is another whole, without looking for each word', () => {
  const words = (word: string) =>
    Array.from({ length: 2_000 }, (_, at) => `${word}${at} `).join('');
  expect(listChanges(words('a'), words('b'))).toEqual([
    { look: 'gone', text: words('a') },
    { look: 'came', text: words('b') },
  ]);
});

it('marks one word in a table of a thousand rows', () => {
  const table = '| a | b |\n'.repeat(1_000);
  const marks = listChanges(table, `${table}| a | c |\n`);
  expect(marks.map(({ look, text }) => [look, text.length])).toEqual([
    ['same', 10_000],
    ['came', 10],
  ]);
});
