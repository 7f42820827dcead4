import { lstat, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { findBinaries, makeMissingLinks } from './binaries.ts';

test("finds this platform's programs and their version", async () => {
  const { version, major, directory } = await findBinaries();
  expect(version).toMatch(/^18\.\d+$/);
  expect(major).toBe(18);
  expect((await lstat(join(directory, 'initdb'))).isFile()).toBe(true);
});

test('makes the library links that an install without scripts leaves out', async () => {
  const root = join(await mkdtemp(join(tmpdir(), 'links-')), 'native');
  await mkdir(join(root, 'lib'), { recursive: true });
  await writeFile(join(root, 'lib', 'libx.so.6.18'), '');
  await writeFile(
    join(root, 'pg-symlinks.json'),
    JSON.stringify([{ source: 'native/lib/libx.so.6.18', target: 'native/lib/libx.so.6' }]),
  );
  await makeMissingLinks(root);
  await makeMissingLinks(root);
  expect(await readlink(join(root, 'lib', 'libx.so.6'))).toBe('libx.so.6.18');
  await rm(join(root, '..'), { recursive: true });
});

test('says to set DATABASE_URL on a platform without programs', async () => {
  const arch = vi.spyOn(process, 'arch', 'get').mockReturnValue('riscv64');
  await expect(findBinaries()).rejects.toMatchObject({
    code: 'unsupported_platform',
    message: expect.stringContaining('set DATABASE_URL'),
  });
  arch.mockRestore();
});

test('says to set DATABASE_URL where the programs are there and cannot run', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'broken-'));
  await writeFile(join(directory, 'postgres'), '#!/nowhere/ld.so\n', { mode: 0o755 });
  await expect(findBinaries(directory)).rejects.toThrow('set DATABASE_URL');
  await rm(directory, { recursive: true });
});

test('names the place when the directory given has no programs', async () => {
  await expect(findBinaries('/nowhere/bin')).rejects.toThrow('/nowhere/bin/postgres');
});
