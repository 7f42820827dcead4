import { expect, it } from 'vitest';
import { toClimb } from './line.ts';

const up = { entry_id: 'c', from: 5, to: 2 };
const down = (entry_id: string, from: number) => ({ entry_id, from, to: from + 1 });

it.each([
  [
    'a challenger who won',
    'challenger',
    [up, down('d', 2), down('e', 3)],
    { from: 5, to: 2, others: 2 },
  ],
  ['one who stood above', 'challenger', [{ ...up, to: 5 }], null],
  ['one who came from no rung', 'challenger', [{ ...up, from: null }], null],
  ['one who has no rung any more', 'challenger', [{ ...up, to: null }], null],
  ['one of whom nothing is said', 'challenger', [down('d', 2)], null],
  ['a challenger who lost', 'defender', [up], null],
  ['a draw', 'draw', [up], null],
  ['no result', null, [up], null],
] as const)('%s climbed so far', (_who, winner, moves, climb) => {
  expect(toClimb({ winner, moves: [...moves], challenger_entry_id: 'c' })).toEqual(climb);
});
