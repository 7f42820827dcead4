import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readState, recordSocketDir, removeState, writeState } from './running-state.ts';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muster-test-'));
});
afterEach(() => rm(directory, { recursive: true }));

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

const state = { url: 'postgres://league', socketDir: '/tmp/muster-a', version: '18', pid: 4711 };

test('how a server is reached is told to who may read the directory, until it is removed', async () => {
  expect(await readState(directory)).toBeUndefined();
  await writeState(directory, state);
  expect(await readState(directory)).toEqual(state);
  expect((await stat(join(directory, 'postgres.json'))).mode & 0o777).toBe(0o600);
  await removeState(directory);
  expect(await readState(directory)).toBeUndefined();
  await removeState(directory);
});

test.each([
  ['muster-abc', false],
  ['other', true],
  ['my-muster-abc', true],
])(
  'of the directory that a crash left, one of ours is removed and no other: %s',
  async (name, isLeft) => {
    const socketDir = join(directory, name);
    await mkdir(socketDir);
    await recordSocketDir(directory, socketDir);
    await removeState(directory);
    expect(await isThere(socketDir)).toBe(isLeft);
    expect(await isThere(join(directory, 'postgres-socket'))).toBe(isLeft);
  },
);
