import { createDefaultRules, type Match } from '@muster/league';
import { describe, expect, it } from 'vitest';
import { createMatchState, createResult } from '../../testing/match-state.ts';
import { listMapRows, toMatchRow } from './matches.ts';

const rules = createDefaultRules();
const toRow = (match: Partial<Match>, by: 'maps' | 'points' = 'maps') =>
  toMatchRow(createMatchState(match), {
    ladderId: 'ladder',
    number: 3,
    rungs: { challenger: 4, defender: 2 },
    rules: { ...rules, score: { ...rules.score, by } },
  });

const scores = [
  { map: 'Nexus', challenger: 11, defender: 4 },
  { map: 'Bridge', challenger: 7, defender: 7 },
  { map: 'Valley', challenger: 3, defender: 11 },
];

describe('the row of a match', () => {
  it('has no end, no winner and no score while the match is open', () => {
    expect(toRow({ status: 'live' })).toMatchObject({
      number: 3,
      challenger_rung: 4,
      defender_rung: 2,
      starts_at: null,
      ended_at: null,
      winner: null,
      challenger_score: null,
      defender_score: null,
      moves: [],
    });
  });

  it('counts maps, or points where the rules count those; a drawn map is nobody’s', () => {
    const result = createResult({ scores });
    expect(toRow({ status: 'completed', result })).toMatchObject({
      challenger_score: 1,
      defender_score: 1,
    });
    expect(toRow({ status: 'completed', result }, 'points')).toMatchObject({
      challenger_score: 21,
      defender_score: 22,
    });
  });

  it.each([
    ['completed', 'challenger', 'challenger'],
    ['forfeited', 'defender', 'defender'],
    ['completed', null, 'draw'],
    ['voided', null, null],
    ['disputed', 'challenger', null],
  ] as const)('%s, won by %s: its winner is %s', (status, winner, shown) => {
    expect(toRow({ status, result: createResult({ winner }) })).toMatchObject({ winner: shown });
  });

  it('ends with its result, or with its last change where it has none', () => {
    const changed_at = '2026-11-19T12:00:00.000Z';
    const result = createResult();
    expect(toRow({ status: 'declined', changed_at })).toMatchObject({ ended_at: changed_at });
    expect(toRow({ status: 'completed', changed_at, result })).toMatchObject({
      ended_at: result.at,
    });
    expect(toRow({ status: 'disputed', changed_at, result })).toMatchObject({ ended_at: null });
  });
});

describe('the rows of its maps', () => {
  const map = (by: Match['maps'][number]['by'], side: string | null = null) => ({
    map: by,
    by,
    challenger_side: side,
    side_by: side === null ? null : ('defender' as const),
  });

  it('say who chose each, how, and the side where one was chosen', () => {
    const maps = [map('challenger', 'attack'), map('defender'), map('draw'), map('decider')];
    expect(listMapRows(createMatchState({ maps }))).toEqual(
      [
        {
          chosen_by: 'challenger',
          act: 'pick',
          side_choice: { challenger_side: 'attack', by: 'defender' },
        },
        { chosen_by: 'defender', act: 'pick', side_choice: null },
        { chosen_by: 'draw', act: 'draw', side_choice: null },
        { chosen_by: 'draw', act: 'decider', side_choice: null },
      ].map((row, index) => expect.objectContaining({ ...row, position: index + 1 })),
    );
  });

  it('have the score of their own place, as far as it was played', () => {
    const maps = [map('challenger'), map('defender'), map('draw')];
    const result = createResult({ scores: scores.slice(0, 2) });
    expect(listMapRows(createMatchState({ maps, result }))).toMatchObject([
      { challenger_score: 11, defender_score: 4 },
      { challenger_score: 7, defender_score: 7 },
      { challenger_score: null, defender_score: null },
    ]);
  });
});
