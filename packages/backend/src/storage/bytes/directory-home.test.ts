import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDirectoryHome } from './directory-home.ts';
import type { BytesHome } from './home.ts';

const mebibyte = 1024 * 1024;
let directory: string;
let home: BytesHome;
let last = 0;
/** An id that no other test has. */
const nextId = () => {
  last += 1;
  return `ab${String(last).padStart(6, '0')}-0000-4000-8000-000000000000`;
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muster-home-'));
  home = createDirectoryHome(directory);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function* come(...chunks: (string | number | Error)[]) {
  for (const chunk of chunks) {
    if (chunk instanceof Error) {
      throw chunk;
    }
    yield typeof chunk === 'number' ? Buffer.alloc(chunk, 7) : Buffer.from(chunk);
  }
}

const read = (id: string, first: number, end: number) => text(home.read(id, { first, last: end }));
const listFiles = async (id: string) =>
  (await readdir(join(directory, 'ab')).catch(() => [])).filter((name) => name.startsWith(id));

test('bytes are read once they are finished, under their own name', async () => {
  const id = nextId();
  expect(await home.append(id, 0, come('01234', '56789'))).toBe(10);
  await expect(read(id, 0, 9)).rejects.toThrow('ENOENT');
  expect(await listFiles(id)).toEqual([`${id}.part`]);
  await home.finish(id);
  expect(await listFiles(id)).toEqual([id]);
  expect([await read(id, 0, 9), await read(id, 4, 6), await read(id, 9, 9)]).toEqual([
    ...['0123456789', '456', '9'],
  ]);
});

test('no bytes are a file as well', async () => {
  const id = nextId();
  expect(await home.append(id, 0, come())).toBe(0);
  await home.finish(id);
  expect(await listFiles(id)).toEqual([id]);
});

test('what was finished may be finished again, what never was there may not', async () => {
  const id = nextId();
  await home.append(id, 0, come('x'));
  await home.finish(id);
  await home.finish(id);
  expect(await read(id, 0, 0)).toBe('x');
  await expect(home.finish(nextId())).rejects.toThrow('ENOENT');
});

test.each([
  [4, '0123xy'],
  [10, '0123456789xy'],
  // What lay there before goes.
  [0, 'xy'],
])('behind %i bytes more are added, and what lay there goes', async (start, whole) => {
  const id = nextId();
  await home.append(id, 0, come('0123456789'));
  expect(await home.append(id, start, come('xy'))).toBe(whole.length);
  await home.finish(id);
  expect(await read(id, 0, whole.length - 1)).toBe(whole);
  await expect(read(id, 0, whole.length)).rejects.toThrow(`ends before ${whole.length}`);
});

test('nothing is added behind what is not there', async () => {
  await expect(home.append(nextId(), 4, come('xy'))).rejects.toThrow('ENOENT');
});

describe('of bytes that come it is told how many are safe', () => {
  const note = async (start: number, ...chunks: Parameters<typeof come>) => {
    const id = nextId();
    await home.append(id, 0, come('x'.repeat(start)));
    const told: number[] = [];
    const size = await home
      .append(id, start, come(...chunks), async (safe) => void told.push(safe))
      .catch(String);
    return { id, told, size };
  };

  test.each([
    ['each 8 MiB and at the end', 0, Array<number>(20).fill(mebibyte), [8, 16, 20]],
    ['not below 8 MiB before the end', 0, [7 * mebibyte], [7]],
    ['once for what comes in one piece', 0, [8 * mebibyte, mebibyte], [8, 9]],
    ['counted from where it goes on', 5 * mebibyte, Array<number>(8).fill(mebibyte), [13, 13]],
  ])('%s', async (_what, start, chunks, told) => {
    const noted = await note(start, ...chunks);
    expect(noted.told).toEqual(told.map((mebibytes) => mebibytes * mebibyte));
    expect(noted.size).toBe(start + chunks.reduce((sum, chunk) => sum + chunk, 0));
  });

  test('where they break off, as far as they were written', async () => {
    const noted = await note(2, mebibyte, 'lost', new Error('broke off'));
    expect(noted).toMatchObject({ told: [mebibyte + 2], size: 'Error: broke off' });
    expect(await home.append(noted.id, mebibyte + 2, come('end'))).toBe(mebibyte + 5);
    await home.finish(noted.id);
    expect(await read(noted.id, mebibyte + 1, mebibyte + 4)).toBe('\u0007end');
  });

  test('and nothing where they break off before any was written', async () => {
    expect((await note(2, 'lost', new Error('broke off'))).told).toEqual([]);
  });
});

test('a copy is another file, and stays when the first goes', async () => {
  const [from, to] = [nextId(), nextId()];
  await home.append(from, 0, come('words'));
  await expect(home.copy(from, to)).rejects.toThrow('ENOENT');
  await home.finish(from);
  await home.copy(from, to);
  await home.remove(from);
  expect([await listFiles(from), await read(to, 0, 4)]).toEqual([[], 'words']);
});

test.each([
  ['finished', true],
  ['not finished', false],
])('what is %s is removed, and once more', async (_what, isFinished) => {
  const id = nextId();
  await home.append(id, 0, come('x'));
  if (isFinished) {
    await home.finish(id);
  }
  await home.remove(id);
  await home.remove(id);
  expect(await listFiles(id)).toEqual([]);
});

test('a file of many pieces is read whole, and given up in the middle', async () => {
  const id = nextId();
  const size = 2 * mebibyte + 3;
  await home.append(id, 0, come(size));
  await home.finish(id);
  expect(await read(id, 0, size - 1)).toHaveLength(size);
  const reader = home.read(id, { first: 0, last: size - 1 }).getReader();
  expect((await reader.read()).value).toHaveLength(256 * 1024);
  await reader.cancel();
  expect((await reader.read()).done).toBe(true);
});
