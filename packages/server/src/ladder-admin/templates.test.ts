import { createDefaultRules } from '@muster/league';
import { expect, it } from 'vitest';
import { createTemplate, mergeRules } from './templates.ts';

const maps = (count: number) => Array.from({ length: count }, (_, place) => `Map ${place}`);

it('begins with the first sixty maps of a game, or stages where it is against the clock, one a side', () => {
  const sides = ['W', 'B'];
  for (const count of [60, 61]) {
    const { pool, sides: taken } = createTemplate('rung', { maps: maps(count), sides }).maps;
    expect([pool, taken]).toEqual([maps(60), sides]);
    const timed = createTemplate('time_attack', { maps: maps(count), sides });
    expect([timed.timeAttack.stages, timed.team.size]).toEqual([maps(60), 1]);
  }
  expect(createTemplate('rating', { maps: [], sides: [] }).team).toEqual(createDefaultRules().team);
});

it('leaves out of a game what does not fit the other rules, and no more', () => {
  const { maps: usual } = createDefaultRules();
  const takes = (game: Parameters<typeof createTemplate>[1]) => {
    const { pool, sides } = createTemplate('rung', game).maps;
    return [pool.length, sides];
  };
  const odd = ['W', 'W'];
  expect(takes({ maps: maps(9), sides: odd })).toEqual([9, usual.sides]);
  expect(takes({ maps: ['A', 'A'], sides: ['W', 'B'] })).toEqual([usual.pool.length, ['W', 'B']]);
  expect(takes({ maps: ['A', 'A'], sides: odd })).toEqual([usual.pool.length, usual.sides]);
});

it('lays rules over others field by field, and what is no section in place of what was there', () => {
  const base = { team: { size: 2, rosterMaximum: 6 }, word: 'x', list: [1] };
  expect(mergeRules(base, { team: { size: 3 }, list: [2], more: { a: 1 } })).toEqual({
    ...{ team: { size: 3, rosterMaximum: 6 }, word: 'x', list: [2], more: { a: 1 } },
  });
  expect(mergeRules(base, { team: null, word: { a: 1 } })).toEqual({
    ...{ team: null, word: { a: 1 }, list: [1] },
  });
});
