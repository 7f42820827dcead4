import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { streamPieces, toPieces } from './pieces.ts';

describe('pieces of four bytes', () => {
  test.each<[given: string[], pieces: string[]]>([
    [[], []],
    [[''], []],
    [['abc'], ['abc']],
    [['abcd'], ['abcd']],
    [['abcde'], ['abcd', 'e']],
    [
      ['a', 'b', 'c', 'd', 'e'],
      ['abcd', 'e'],
    ],
    [['abcdefgh'], ['abcd', 'efgh']],
    [
      ['ab', 'cdefghij', 'kl'],
      ['abcd', 'efgh', 'ijkl'],
    ],
    [
      ['ab', '', 'cdefghij', 'klm'],
      ['abcd', 'efgh', 'ijkl', 'm'],
    ],
  ])('of %j are %j', async (given, pieces) => {
    const made: string[] = [];
    for await (const piece of toPieces(
      given.map((part) => Buffer.from(part)),
      4,
    )) {
      made.push(piece.toString());
    }
    expect(made).toEqual(pieces);
  });
});

describe('a part of what lies in pieces of four', () => {
  const whole = 'abcdefghij';
  /** What is asked for, as place and most. */
  const read = (first: number, last: number, asked: [number, number][] = []) =>
    buffer(
      streamPieces({ first, last }, async (place, most) => {
        asked.push([place, most]);
        const end = Math.min(place - (place % 4) + 4, place + most);
        return place >= whole.length ? null : new Uint8Array(Buffer.from(whole.slice(place, end)));
      }),
    ).then(String);

  test.each([
    [0, 9, whole],
    [0, 0, 'a'],
    [3, 4, 'de'],
    [4, 7, 'efgh'],
    [9, 9, 'j'],
    [0, -1, ''],
  ])('from %i to %i is %j', async (first, last, expected) => {
    expect(await read(first, last)).toBe(expected);
  });

  test('is read piece by piece, and no more of it than is wanted', async () => {
    const asked: [number, number][] = [];
    await read(2, 8, asked);
    expect(asked).toEqual([
      [2, 7],
      [4, 5],
      [8, 1],
    ]);
  });

  test.each([
    ['are not there', null],
    ['are none', new Uint8Array()],
  ])('fails where its bytes %s, behind what was there', async (_what, given) => {
    const stream = streamPieces({ first: 0, last: 9 }, async (place) =>
      place === 0 ? new Uint8Array(Buffer.from('abcd')) : given,
    );
    const reader = stream.getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('abcd');
    await expect(reader.read()).rejects.toThrow('bytes are missing from 4');
  });
});
