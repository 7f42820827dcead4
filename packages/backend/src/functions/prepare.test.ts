import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isAsPrepared, toModuleFlags } from './prepare.ts';

const always = ['--no-lock', '--no-remote', '--node-modules-dir=none'];

test.each([
  [null, ['--no-config', ...always]],
  ['/a/deno.json', ['--config=/a/deno.json', ...always]],
  ['/a/import_map.json', ['--no-config', '--import-map=/a/import_map.json', ...always]],
])('imports that go by %s are found by these flags alone', (importMap, flags) => {
  expect(toModuleFlags({ importMap })).toEqual(flags);
});

describe('a function is as it was prepared', () => {
  let folder: string;
  let files: string[];
  let print: string;
  const at = new Date('2026-01-02T03:04:05.000Z');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'muster-prepare-'));
    files = [join(folder, 'a.ts'), join(folder, 'b.ts')];
    for (const file of files) {
      await writeFile(file, '');
      await utimes(file, at, at);
    }
    print = JSON.stringify(files.map((file) => [file, at.getTime()]));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('while none of its files is touched', async () => {
    expect(await isAsPrepared({ print })).toBe(true);
    await writeFile(join(folder, 'c.ts'), '');
    expect(await isAsPrepared({ print })).toBe(true);
  });

  test.each([0, 1])('no longer once its file %i is', async (place) => {
    const later = new Date(at.getTime() + 1);
    await utimes(files[place] ?? '', later, later);
    expect(await isAsPrepared({ print })).toBe(false);
  });

  test('nor once one has gone', async () => {
    await rm(files[1] ?? '');
    expect(await isAsPrepared({ print })).toBe(false);
  });
});
