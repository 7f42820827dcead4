import { expect, it } from 'vitest';
import { writeStatus } from './answer-bytes.ts';
import { readStatus } from './quake2.ts';

const toClaim = (status: string) => readStatus(writeStatus(status));

it.each([
  ['1024', 1024],
  ['1025', 1024],
  ['999999999', 1024],
  // Longer than a number may be.
  ['1000000000', 0],
  ['-1', 0],
  ['many', 0],
])('reads %s as room for %i players', (said, max_players) => {
  expect(toClaim(`\\maxclients\\${said}`)).toMatchObject({ max_players });
});

it.each([
  ['in capitals', '\\MAPNAME\\urban'],
  ['twice, the last time', '\\mapname\\city\\mapname\\urban'],
  ['and once more without a value', '\\mapname\\urban\\mapname'],
])('reads a key that stands there %s', (_how, keys) => {
  expect(toClaim(keys)).toMatchObject({ map: 'urban' });
});

it.each([
  ['0', false],
  ['1', true],
  // The spectators' alone.
  ['2', false],
  ['3', true],
])('reads %s as a password, or as none', (needpass, has_password) => {
  expect(toClaim(`\\needpass\\${needpass}`)).toMatchObject({ has_password });
});

it('reads 512 lines, the first with the keys, and no player on those behind them', () => {
  const count = (players: number) => toClaim(`\\a\\b${'\n0 0 "x"'.repeat(players)}`).players;
  expect(count(511)).toBe(511);
  expect(count(512)).toBe(511);
});

it('reads 511 keys, and nothing of those behind them', () => {
  const findMap = (keys: number) => toClaim(`${'\\a\\b'.repeat(keys - 1)}\\mapname\\urban`).map;
  expect(findMap(511)).toBe('urban');
  expect(findMap(512)).toBe('');
});
