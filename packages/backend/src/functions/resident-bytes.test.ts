import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { readResidentBytes } from './resident-bytes.ts';

test('the memory of a process is told in bytes', async () => {
  const bytes = (await readResidentBytes(process.pid)) ?? 0;
  // Both grow and shrink; in another unit they would differ a thousandfold.
  expect(bytes).toBeGreaterThan(process.memoryUsage.rss() / 8);
  expect(bytes).toBeLessThan(process.memoryUsage.rss() * 8);
});

test('of a process that is gone nothing is told', async () => {
  const gone = spawn('/bin/sh', ['-c', 'exit']);
  await once(gone, 'close');
  expect(await readResidentBytes(gone.pid ?? 0)).toBeNull();
});
