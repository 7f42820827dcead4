import { emptyLadder, type Match } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { createMatchState, createResult } from '../../testing/match-state.ts';
import { getForm, listForms } from './entries.ts';

const [own, other] = ['own', 'other'];

/** A match of the entry's by number, which is its place in time too. */
const play = (number: number, change: Partial<Match>): Match =>
  createMatchState({ id: `match-${number}`, challenger_id: own, defender_id: other, ...change });

const end = (number: number, winner: 'challenger' | 'defender' | null = 'challenger') => ({
  status: 'completed' as const,
  result: createResult({ winner, at: `2026-03-${String(number).padStart(2, '0')}T20:00:00.000Z` }),
});

/** The form of the entry, by both of the ways in which it is found. */
function readForm(...matches: Match[]): string {
  const state = {
    ...emptyLadder,
    matches: Object.fromEntries(matches.map((one) => [one.id, one])),
  };
  const forms = listForms({ ...state, entries: JSON.parse(`{"${own}":{}}`) });
  let step = forms.next();
  while (step.done !== true) {
    step = forms.next();
  }
  expect(step.value.get(own)).toBe(getForm(state, own));
  return getForm(state, own);
}

describe('the form of an entry', () => {
  it.each<[string, Partial<Match>, string]>([
    ['won', end(1), 'W'],
    ['lost', end(1, 'defender'), 'L'],
    ['drawn', end(1, null), 'D'],
    ['lost in attack of others', { ...end(1), challenger_id: other, defender_id: own }, 'L'],
    ['won in defence', { ...end(1, 'defender'), challenger_id: other, defender_id: own }, 'W'],
    ['forfeited', { ...end(1), status: 'forfeited' }, 'W'],
    ['without a result', { status: 'live' }, ''],
    ['voided', { ...end(1), status: 'voided' }, ''],
    ['disputed', { ...end(1), status: 'disputed' }, ''],
    ['of others', { ...end(1), challenger_id: 'third', defender_id: other }, ''],
  ])('counts a match %s', (_what, change, form) => {
    expect(readForm(play(1, change))).toBe(form);
  });

  it('is the last five, the oldest first', () => {
    const outcomes = ['defender', null, 'challenger', 'challenger', 'defender', null] as const;
    const matches = outcomes.map((winner, index) => play(index + 1, end(index + 1, winner)));
    expect(readForm(...matches.slice(0, 5))).toBe('LDWWL');
    expect(readForm(...matches.toReversed())).toBe('DWWLD');
  });

  it('has those of one instant in the order of their ids', () => {
    const [first, second] = [play(1, end(1)), play(2, { ...end(1, 'defender') })];
    expect(readForm(first, second)).toBe('WL');
    expect(readForm(second, first)).toBe('WL');
  });
});
