import { expect, test } from 'vitest';
import { findNearest } from './find-nearest.ts';

test.each<[name: string, names: string[], nearest: string | null]>([
  ['toyz', ['toys', 'teams'], 'toys'],
  ['TOYZ', ['toys'], 'toys'],
  // The nearest, wherever it stands.
  ['profils', ['files', 'profiles', 'profile'], 'profiles'],
  ['profils', ['profiles', 'files'], 'profiles'],
  // Of two that are as near the first.
  ['toyx', ['toya', 'toyb'], 'toya'],
  // Half of the pairs of letters in common is not enough.
  ['abc', ['abd'], null],
  ['abcd', ['abce'], 'abce'],
  // Who has it right already is told nothing.
  ['toys', ['toys'], null],
  ['toys', [], null],
  ['toys', ['matches'], null],
])('%s among %j is %s', (name, names, nearest) => {
  expect(findNearest(name, names)).toBe(nearest);
});
