import { describe, expect, it } from 'vitest';
import { createDefaultRules } from './rules-schema.ts';
import { isLostBySilence, isTimeLeft } from './silence.ts';
import { startLadder } from './testing/ladders.ts';
import { limit, shift } from './testing/rows.ts';
import { at, notIdle } from './testing/stations.ts';
import { challenge } from './testing/world.ts';

const rules = createDefaultRules();
const ends_at = '2026-03-11T00:00:00.000Z';
/** A day before it, as far ahead as a time must lie. */
const lastAnswer = '2026-03-10T00:00:00.000Z';

it.each([
  ['just before', -1, true],
  ['at it', 0, false],
  ['just after', 1, false],
])('a time is left until a day before the season’s end: %s', (_name, away, isLeft) => {
  expect(isTimeLeft(rules, ends_at, shift(lastAnswer, away))).toBe(isLeft);
});

describe('a challenge without an answer', () => {
  const match = { is_rematch: false, deadline: shift(lastAnswer, -1) };
  const asked = { rules, format: 'rung', ends_at, match } as const;
  const expiring = { ...rules, challenge: { ...rules.challenge, unanswered: 'expire' as const } };
  it.each([
    ['is lost on a ladder of rungs', asked, true],
    ['lapses on one of ratings', { ...asked, format: 'rating' as const }, false],
    ['lapses where the rules say so', { ...asked, rules: expiring }, false],
    ['lapses as a rematch', { ...asked, match: { ...match, is_rematch: true } }, false],
    ['lapses without a deadline', { ...asked, match: { ...match, deadline: null } }, false],
    [
      'lapses where nobody could have accepted at its deadline',
      { ...asked, match: { ...match, deadline: lastAnswer } },
      false,
    ],
  ])('%s', (_name, silence, isLost) => {
    expect(isLostBySilence(silence)).toBe(isLost);
  });
});

// Three days to answer, made so that the answer is due a day before the season’s end.
const made = '2026-03-07T00:00:00.000Z';
limit(
  'the clock forfeits a challenge that could have been accepted until its deadline',
  (away) => {
    const world = at(startLadder({ ends: ends_at, rules: notIdle }), shift(made, away));
    challenge(world, 4, 2);
    return { world, until: shift('2026-03-10T00:00:00.000Z', away) };
  },
  { before: ['match_forfeited'], at: ['challenge_expired'], after: ['challenge_expired'] },
);
