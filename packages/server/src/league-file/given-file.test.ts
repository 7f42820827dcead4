import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OperatorError } from '../commands/command.ts';
import { FileFault } from './file-fault.ts';
import { readIdentities, withFile } from './given-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-given-'));
  path = join(folder, 'key.txt');
});
afterEach(() => rm(folder, { recursive: true }));

const read = (identity?: string) =>
  readIdentities({ values: identity === undefined ? {} : { identity }, positionals: [] });

it('has no key where none is named, and each that stands in the file', async () => {
  expect(read()).toEqual([]);
  await writeFile(path, '# two\nAGE-SECRET-KEY-1A\nAGE-SECRET-KEY-1B\n');
  expect(read(path)).toEqual(['AGE-SECRET-KEY-1A', 'AGE-SECRET-KEY-1B']);
});

it('takes no folder, nothing that is not there, and no file without a key', async () => {
  for (const none of [folder, join(folder, 'none')]) {
    expect(() => read(none)).toThrow(`--identity takes a file with a key of age; ${none} is none.`);
  }
  await writeFile(path, '# only a remark\n\n');
  expect(() => read(path)).toThrow(`${path} has no key: a line that begins with AGE-SECRET-KEY-1.`);
  expect(() => read(path)).toThrow(OperatorError);
});

it.each([
  ['of 1 MiB', 0, true],
  ['of a byte more', 1, false],
])('reads a file of keys %s: or not', async (_what, more, isRead) => {
  await writeFile(path, 'AGE-SECRET-KEY-1A\n'.padEnd(1024 * 1024 + more, '\n'));
  if (isRead) {
    expect(read(path)).toEqual(['AGE-SECRET-KEY-1A']);
  } else {
    expect(() => read(path)).toThrow('--identity takes a file');
  }
});

it('names the file in one line where something is wrong with it, and hides nothing that is ours', async () => {
  const options = {
    args: { values: {}, positionals: [] },
    signal: new AbortController().signal,
  };
  let isOpen = true;
  const open = async () => ({
    [Symbol.asyncDispose]: async () => {
      isOpen = false;
    },
  });
  const give = (error: Error) =>
    withFile('/backups/a.zip', { ...options, open }, () => Promise.reject(error));
  const told = await give(new FileFault('it is cut off')).catch((error: unknown) => error);
  expect(told).toBeInstanceOf(OperatorError);
  expect(told).toMatchObject({ message: '/backups/a.zip: it is cut off.' });
  expect(isOpen).toBe(false);
  const ours = new Error('ours');
  await expect(give(ours)).rejects.toBe(ours);
  const failing = () => Promise.reject(new FileFault('there is no such file'));
  await expect(
    withFile('/a.zip', { ...options, open: failing }, async () => 'unreached'),
  ).rejects.toThrow('/a.zip: there is no such file.');
});
