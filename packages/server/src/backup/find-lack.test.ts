import disk from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { expect, it, vi } from 'vitest';
import { findLack, toMegabytes } from './find-lack.ts';

/** What a league of so many bytes lacks on a disk that has so many free. */
async function look(bytes: number, free: number, databaseUrl: string | null = null) {
  const dataDir = tmpdir();
  const found = await disk.statfs(dataDir);
  const asked = vi.spyOn(disk, 'statfs');
  asked.mockResolvedValue({ ...found, bsize: 1, bavail: free });
  syncBuiltinESMExports();
  try {
    return await findLack({ databaseUrl, dataDir }, bytes);
  } finally {
    asked.mockRestore();
    syncBuiltinESMExports();
  }
}

const wanted = 3 * 1_000_000 + 512 * 1024 * 1024;

it.each([
  ['a byte less', -1, { wanted, free: wanted - 1 }],
  ['just so much', 0, null],
  ['a byte more', 1, null],
])('wants three times the bytes and 512 MiB: %s', async (_what, more, lack) => {
  expect(await look(1_000_000, wanted + more)).toEqual(lack);
});

it('lacks nothing here where the database is elsewhere', async () => {
  expect(await look(1_000_000, 0, 'postgres://elsewhere/league')).toBeNull();
});

it.each([
  [0, 0],
  [1, 1],
  [1_000_000, 1],
  [1_000_001, 2],
])('says %i bytes in megabytes, never fewer: %i', (bytes, megabytes) => {
  expect(toMegabytes(bytes)).toBe(megabytes);
});
