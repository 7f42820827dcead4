import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeLog, writePages } from './write-parts.ts';

/** Takes scripts of data and tells what they hold. */
function createFolder() {
  const scripts = new Map<string, string>();
  return {
    add: async (path: string, content: string) => {
      const packed = /^musterTake\("[^"]+","([^"]*)"\)\n$/.exec(content)?.[1] ?? '';
      scripts.set(path, inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8'));
    },
    scripts,
  };
}

async function* each<Item>(items: readonly Item[]) {
  yield* items;
}

describe('pages', () => {
  /** A page whose JSON has so many characters. */
  const toJson = (length: number) => JSON.stringify('x'.repeat(length - 2));

  it.each([
    ['none', [], [], []],
    ['one', [10], ['/0'], [1]],
    ['just less than a script holds, and one more', [200_000, 199_999, 10], ['/0'], [3]],
    ['just as much, and one more', [200_000, 200_000, 10], ['/0', '/2'], [2, 1]],
    ['one that is longer by itself', [500_000, 10], ['/0', '/1'], [1, 1]],
  ])('stand in scripts of nearly the same size: %s', async (_what, lengths, starts, sizes) => {
    const { add, scripts } = createFolder();
    const pages = lengths.map((length, at) => [`/${at}`, toJson(length)] as const);
    expect(await writePages(add, 'match', each(pages))).toEqual(starts);
    expect([...scripts.keys()]).toEqual(sizes.map((_size, at) => `data/match-${at}.js`));
    const held = [...scripts.values()].map((text): object => JSON.parse(text));
    expect(held.map((part) => Object.keys(part).length)).toEqual(sizes);
    expect(Object.assign({}, ...held)).toEqual(
      Object.fromEntries(pages.map(([address, json]) => [address, JSON.parse(json)])),
    );
  });
});

describe('a log', () => {
  const toLine = (sequence: number, length: number) =>
    `${JSON.stringify({ sequence, pad: '' }).slice(0, -2)}${'x'.repeat(length)}"}\n`;

  it('is none where it has no line', async () => {
    const { add, scripts } = createFolder();
    expect(await writeLog(add, 'log-tanks', each([]))).toEqual([]);
    expect(scripts.size).toBe(0);
  });

  it('stands in scripts that begin with a line each, told by its number', async () => {
    const { add, scripts } = createFolder();
    const chunks = [
      toLine(7, 10) + toLine(8, 10),
      toLine(9, 400_000),
      toLine(10, 10),
      toLine(11, 10),
    ];
    expect(await writeLog(add, 'log-tanks', each(chunks))).toEqual([7, 10]);
    expect([...scripts]).toEqual([
      ['data/log-tanks-0.js', chunks.slice(0, 2).join('')],
      ['data/log-tanks-1.js', chunks.slice(2).join('')],
    ]);
  });

  it.each([
    ['a character less than a script holds', -1, [1]],
    ['just as much', 0, [1, 2]],
  ])('begins a new script behind as much as one holds: %s', async (_what, more, starts) => {
    const { add } = createFolder();
    const own = toLine(1, 0).length;
    const chunks = [toLine(1, 400_000 - own + more), toLine(2, 1)];
    expect(await writeLog(add, 'log-tanks', each(chunks))).toEqual(starts);
  });
});
