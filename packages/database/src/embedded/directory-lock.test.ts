import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock, findLockHolder } from './directory-lock.ts';
import { identifySelf, type ProcessIdentity } from './process-identity.ts';

let directory: string;
let path: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muster-test-'));
  path = join(directory, 'postgres.lock');
});
afterEach(() => rm(directory, { recursive: true }));

test('a lock names who holds it, for nobody else to read, and leaves nothing when it is released', async () => {
  expect(await findLockHolder(path)).toBeUndefined();
  const lock = await acquireLock(path, directory);
  expect(await findLockHolder(path)).toEqual(await identifySelf());
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await expect(acquireLock(path, directory)).rejects.toMatchObject({
    code: 'already_running',
    message: expect.stringContaining(String(process.pid)),
  });
  expect(await readdir(directory)).toEqual(['postgres.lock']);
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
});

test('what another has taken over is not released', async () => {
  const lock = await acquireLock(path, directory);
  await writeFile(path, 'of another');
  await lock.release();
  expect(await readFile(path, 'utf8')).toBe('of another');
});

test.each<[string, (self: ProcessIdentity) => object]>([
  ['of whoever ended', (self) => ({ ...self, started: 'before' })],
  ['without a number', ({ started, host }) => ({ started, host })],
  ['without a start', ({ pid, host }) => ({ pid, host })],
  ['without a host', ({ pid, started }) => ({ pid, started })],
  ['with a number as text', (self) => ({ ...self, pid: String(self.pid) })],
])('a lock %s is nobody’s, and is taken over', async (_what, toContent) => {
  const self = await identifySelf();
  await writeFile(path, JSON.stringify(toContent(self)));
  expect(await findLockHolder(path)).toBeUndefined();
  const lock = await acquireLock(path, directory);
  expect(await findLockHolder(path)).toEqual(self);
  await lock.release();
  expect(await readdir(directory)).toEqual([]);
});
