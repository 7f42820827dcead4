import { describe, expect, test } from 'vitest';
import { parseJoinConfig } from './join-config.ts';

const nothing = {
  isPrivate: false,
  acknowledges: false,
  hearsItself: false,
  replay: null,
  wantsDatabase: false,
  presenceKey: null,
  hearsPresence: false,
  changes: [],
};

test.each([
  ['nothing', undefined, {}],
  ['a word', 'private', {}],
  ['parts that are none', { broadcast: 1, presence: [], postgres_changes: null }, {}],
  ['a private channel', { private: true }, { isPrivate: true }],
  ['a private channel as a word', { private: 'True' }, { isPrivate: true }],
  ['no private channel', { private: 1 }, {}],
  ['answers', { broadcast: { ack: true } }, { acknowledges: true }],
  ['its own words', { broadcast: { self: 'true' } }, { hearsItself: true }],
  [
    'presence',
    { presence: { enabled: true, key: 'ann' } },
    { hearsPresence: true, presenceKey: 'ann' },
  ],
  ['a number as its name', { presence: { key: 7 } }, { presenceKey: '7' }],
  ['no name', { presence: { key: '' } }, {}],
  ['a list as its name', { presence: { key: ['ann'] } }, {}],
  ['the longest name', { presence: { key: 'x'.repeat(255) } }, { presenceKey: 'x'.repeat(255) }],
  ['a longer name', { presence: { key: 'x'.repeat(256) } }, { presenceKey: 'x'.repeat(255) }],
])('a join says %s', (_what, given, expected) => {
  expect(parseJoinConfig(given)).toEqual({ ...nothing, ...expected });
});

describe('replay', () => {
  test.each([
    [{ since: 5 }, { since: 5, limit: 25 }],
    [
      { since: 5, limit: 0 },
      { since: 5, limit: 1 },
    ],
    [
      { since: 5, limit: 1 },
      { since: 5, limit: 1 },
    ],
    [
      { since: 5, limit: 2 },
      { since: 5, limit: 2 },
    ],
    [
      { since: 5, limit: 24 },
      { since: 5, limit: 24 },
    ],
    [
      { since: 5, limit: 25 },
      { since: 5, limit: 25 },
    ],
    [
      { since: 5, limit: 26 },
      { since: 5, limit: 25 },
    ],
    [
      { since: 5, limit: 'ten' },
      { since: 5, limit: 25 },
    ],
    [{ since: 'then' }, { since: null, limit: 25 }],
    [{ since: 0.5 }, { since: null, limit: 25 }],
    [{}, { since: null, limit: 25 }],
    [[], null],
    ['all', null],
  ])('of %j is %j', (replay, expected) => {
    expect(parseJoinConfig({ broadcast: { replay } }).replay).toEqual(expected);
  });
});

describe('changes of tables', () => {
  const games = { event: '*', schema: 'public', table: 'games' };
  const teams = { event: 'INSERT', schema: 'public', table: 'teams', filter: 'id=eq.1' };

  test('are answered in the order in which they were named, each as it was', () => {
    const { changes } = parseJoinConfig({ postgres_changes: [games, null, teams, 'x', games] });
    expect(changes.map(({ id, ...wanted }) => wanted)).toEqual([games, teams, games]);
    const [first, second, third] = changes.map(({ id }) => id);
    expect(first).toBe(third);
    expect(first).not.toBe(second);
    expect(first).toBeGreaterThan(0);
  });

  test('have an id that no client chooses', () => {
    const [wanted] = parseJoinConfig({ postgres_changes: [{ ...games, id: 7 }] }).changes;
    expect(wanted?.id).not.toBe(7);
  });
});
