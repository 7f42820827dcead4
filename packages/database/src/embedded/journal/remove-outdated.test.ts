import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readChains } from './chain.ts';
import { removeOutdated } from './remove-outdated.ts';

const day = 24 * 3600_000;
const now = new Date('2026-03-20T12:00:00.000Z');
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outdated-'));
});
afterEach(() => rm(folder, { recursive: true }));

const toName = (index: number) => `2026010${index}T030405678Z-0000000${index}`;

/** A chain whose base copy was whole so long ago. */
async function add(index: number, ago: number): Promise<void> {
  const base = {
    ...{ format: 'muster-journal', version: 1, postgresql: '18.4', system: '7', timeline: 1 },
    ...{ segment_size: 1024, start: '0/1', stop: '0/2', backup_label: 'x', sha256: 'x' },
    started_at: new Date(now.getTime() - ago).toISOString(),
    stopped_at: new Date(now.getTime() - ago).toISOString(),
    ...{ after: null, file: 'base.tar.gz' },
  };
  await mkdir(join(folder, toName(index)));
  await writeFile(join(folder, toName(index), 'base.json'), JSON.stringify(base));
}

it.each([
  ['a moment less than seven days', 7 * day - 1, [1, 2, 3]],
  ['seven days', 7 * day, [2, 3]],
])('a chain goes when another was whole for %s', async (_how, ago, staying) => {
  await add(1, 14 * day);
  await add(2, ago);
  await add(3, 0);
  await removeOutdated(folder, { except: toName(3), now });
  expect((await readdir(folder)).sort()).toEqual(staying.map(toName));
});

it('what was never whole goes after a day, and what is not ours stays', async () => {
  for (const index of [1, 2, 3]) {
    await mkdir(join(folder, toName(index)));
  }
  await mkdir(join(folder, 'mine'));
  const before = new Date(Date.now() - day - 1000);
  await utimes(join(folder, toName(1)), before, before);
  await utimes(join(folder, toName(3)), before, before);
  await removeOutdated(folder, { except: toName(3), now });
  expect((await readdir(folder)).sort()).toEqual([toName(2), toName(3), 'mine']);
});

it('what another version has written stays, hides no other, and is named where it is alone', async () => {
  await add(1, 14 * day);
  await add(2, 0);
  const path = join(folder, toName(1), 'base.json');
  const base = JSON.parse(await readFile(path, 'utf8'));
  await writeFile(path, JSON.stringify({ ...base, version: 2 }));
  const before = new Date(Date.now() - 2 * day);
  await utimes(join(folder, toName(1)), before, before);
  expect((await readChains(folder)).map(({ name }) => name)).toEqual([toName(2)]);
  await removeOutdated(folder, { except: toName(2), now });
  expect((await readdir(folder)).sort()).toEqual([toName(1), toName(2)]);
  await rm(join(folder, toName(2)), { recursive: true });
  await expect(readChains(folder)).rejects.toThrow('a newer Muster wrote base.json');
  await writeFile(path, '{');
  await expect(readChains(folder)).rejects.toThrow('base.json is not what a base copy says');
});
