import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { getHost, identifySelf, isRunning, isSignalable } from './process-identity.ts';

/** The number of a process that has ended and been waited for. */
async function endOne(): Promise<number> {
  const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('a process is told from a later one of its number', async () => {
  const self = await identifySelf();
  expect([self.pid, self.host]).toEqual([process.pid, await getHost()]);
  expect(await identifySelf()).toEqual(self);
  expect(await isRunning(self)).toBe(true);
  expect(await isRunning({ ...self, started: 'at another time' })).toBe(false);
  // Where nobody could learn when it began, its number has to do.
  expect(await isRunning({ ...self, started: '' })).toBe(true);
});

test('a process that has ended runs no more, whatever is known of it', async () => {
  const self = await identifySelf();
  const pid = await endOne();
  expect(await isRunning({ ...self, pid })).toBe(false);
  expect(await isRunning({ ...self, pid, started: '' })).toBe(false);
  expect([isSignalable(process.pid), isSignalable(pid)]).toEqual([true, false]);
});
