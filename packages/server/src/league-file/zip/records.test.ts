import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { openZip } from './open-zip.ts';
import { type Packed, toDescriptor, toEnd, toHeader, toListed } from './records.ts';

const four = 2 ** 32;
const text = Buffer.from('text');
const rest = { isPacked: false, crc: crc32(text) };
const small = { ...rest, packedSize: text.length, size: text.length };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-records-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Lays the entries where they say that they are, with holes between them that take no room. */
async function lay(entries: readonly Packed[], at: number) {
  const path = join(folder, 'one.zip');
  const file = openSync(path, 'w');
  for (const entry of entries) {
    const header = toHeader(entry.path, false);
    writeSync(file, Buffer.concat([header, text]), 0, undefined, entry.at);
    writeSync(file, toDescriptor(entry), 0, undefined, entry.at + header.length + entry.packedSize);
  }
  const list = Buffer.concat(entries.map(toListed));
  const end = toEnd({ count: entries.length, at, length: list.length });
  writeSync(file, Buffer.concat([list, end]), 0, undefined, at);
  closeSync(file);
  return openZip(openSync(path, 'r'));
}

it.each([four - 2, four - 1, four, four + 1])('lists an entry of %i bytes', async (size) => {
  const zip = await lay([{ ...rest, path: 'a', at: 0, packedSize: size, size }], size + 1000);
  expect([...zip.sizes]).toEqual([['a', size]]);
  zip.close();
});

it.each([four - 2, four - 1, four, four + 1])('finds an entry at byte %i', async (at) => {
  const zip = await lay([{ ...small, path: 'a', at }], at + 1000);
  expect(Buffer.concat(await Array.fromAsync(await zip.read('a')))).toEqual(text);
  zip.close();
});

it.each([four - 2, four - 1, four, four + 1])('finds the list at byte %i', async (at) => {
  const zip = await lay([{ ...small, path: 'a', at: 0 }], at);
  expect(Buffer.concat(await Array.fromAsync(await zip.read('a')))).toEqual(text);
  zip.close();
});

// Of so many, reading each from a file is what takes long: the list stands in memory, and their bytes nowhere.
it.each([65_534, 65_535, 65_536])('lists %i entries', async (count) => {
  const list = Buffer.concat(
    Array.from({ length: count }, (_, at) => toListed({ ...small, path: String(at), at })),
  );
  const end = toEnd({ count, at: 0, length: list.length });
  const zip = await fromBufferPromise(Buffer.concat([list, end]));
  const names = (await Array.fromAsync(zip.eachEntry())).map(({ fileName }) => fileName);
  expect(new Set(names).size).toBe(count);
  expect(names.at(-1)).toBe(String(count - 1));
});

it.each([
  [four - 2, 0],
  [four - 1, 28],
  [four, 28],
])('says of what stands at byte %i where its numbers are, in %i bytes more', (at, more) => {
  const length = (place: number) => toListed({ ...small, path: 'a', at: place }).length;
  expect(length(at) - length(0)).toBe(more);
});

it.each([
  [65_534, 22],
  [65_535, 98],
  [65_536, 98],
])('closes a list of %i entries in %i bytes', (count, bytes) => {
  expect(toEnd({ count, at: 1, length: 1 })).toHaveLength(bytes);
});
