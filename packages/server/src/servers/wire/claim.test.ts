import { describe, expect, it } from 'vitest';
import { honestInfo } from '../testing/fake-server.ts';
import { readInfo, readPlayers } from './a2s.ts';
import { writeInfo, writePlayers, writeStatus } from './answer-bytes.ts';
import { cleanNames, cleanText } from './claim.ts';
import { readStatus } from './quake2.ts';

const toClaim = (status: string) => readStatus(writeStatus(status));

it.each<[string, number, (text: string) => string]>([
  ['a map', 64, (map) => readInfo(writeInfo({ ...honestInfo, map })).map],
  ['a version', 32, (version) => readInfo(writeInfo({ ...honestInfo, version })).version],
  ['a name', 32, (name) => readPlayers(writePlayers([name])).join()],
  ['a map of Quake 2’s', 64, (map) => toClaim(`\\mapname\\${map}`).map],
  ['a version of Quake 2’s', 32, (version) => toClaim(`\\version\\${version}`).version],
  ['a name of Quake 2’s', 32, (name) => `${toClaim(`\\a\\b\n0 0 "${name}"`).people}`],
])('%s has %i characters at most', (_what, most, read) => {
  const longest = 'x'.repeat(most);
  expect(read(longest)).toBe(longest);
  expect(read(`${longest}y`)).toBe(longest);
});

it('counts characters, of whatever size, and looks for them no further than eight times as far', () => {
  expect(cleanText('\u{1f600}'.repeat(5), 4)).toBe('\u{1f600}'.repeat(4));
  const unseen = '\u200b'.repeat(8 * 4 - 1);
  expect(cleanText(`${unseen}ab`, 4)).toBe('a');
});

describe('who plays', () => {
  const toNames = (count: number) => Array.from({ length: count }, (_, place) => `${place}`);
  const unseen = (count: number) => Array<string>(count).fill('\u200b');

  it('are 128 at most', () => {
    expect(cleanNames(toNames(128))).toEqual(toNames(128));
    expect(cleanNames(toNames(129))).toEqual(toNames(128));
  });

  it('are looked for in twice as many names', () => {
    expect(cleanNames([...unseen(128), ...toNames(128)])).toEqual(toNames(128));
    expect(cleanNames([...unseen(129), ...toNames(128)])).toEqual(toNames(127));
  });

  // As many as an answer can count.
  it('are looked for among the first 255 players of an answer', () => {
    const read = (names: string[]) => readPlayers(writePlayers(names));
    expect(read([...unseen(127), ...toNames(128)])).toEqual(toNames(128));
    expect(read([...unseen(128), ...toNames(128)])).toEqual(toNames(127));
  });
});
