import { closeSync, openSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { emptyManifest, makeFile } from '../league-file/testing/make-file.ts';
import { checkBytes } from './check-bytes.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-check-'));
  path = join(folder, 'league.zip');
  await makeFile(path, { 'files/a/b': Buffer.alloc(10) });
});
afterEach(() => rm(folder, { recursive: true }));

async function check(more: { signal?: AbortSignal; file?: string; known?: string[] } = {}) {
  const shares: number[] = [];
  const bytes = openSync(path, 'r');
  try {
    const signal = new AbortController().signal;
    const options = { signal, known: [], onShare: (share: number) => shares.push(share), ...more };
    return { ...(await checkBytes(bytes, options)), shares };
  } finally {
    // Whoever opened it has it still.
    closeSync(bytes);
  }
}

/** A process that does something else than checking. */
async function writeWorker(code: string): Promise<string> {
  const file = join(folder, 'worker.mjs');
  await writeFile(file, code);
  return file;
}

it('finds a file sound, and tells how far it is', async () => {
  expect(await check()).toMatchObject({ bytes: 10, shares: [1], contents: { files: 0 } });
});

it('says what is wrong with a file, and no more of it than a page shows', async () => {
  await makeFile(path, {}, { migrations: { league: ['later.sql'] } });
  await expect(check()).rejects.toThrow('a newer Muster wrote it (later.sql)');
  expect(await check({ known: ['later.sql'] })).toMatchObject({ bytes: 0 });
  await makeFile(path, {}, { ...emptyManifest, tables: 'x'.repeat(2000) as never });
  const fault = await check().catch((error: Error) => error.message);
  expect(fault).toMatch(/^its manifest is wrong at tables: /);
  expect(fault).toHaveLength(1000);
});

it.each([
  ['process.exit(3)', 'the process that checks a backup ended by exit code 3'],
  [
    "process.send({ share: 0.5 }, () => process.kill(process.pid, 'SIGKILL'))",
    'the process that checks a backup ended by SIGKILL',
  ],
])('says so where the process ends without a word: %s', async (code, words) => {
  await expect(check({ file: await writeWorker(code) })).rejects.toThrow(words);
});

it('ends the process that is given up', async () => {
  const giving = new AbortController();
  const file = await writeWorker(
    "process.on('message', () => process.send({ share: 0.5 })); process.on('disconnect', () => process.exit())",
  );
  const bytes = openSync(path, 'r');
  const checked = checkBytes(bytes, {
    ...{ known: [], signal: giving.signal, file },
    onShare: () => giving.abort(new Error('Given up.')),
  });
  await expect(checked).rejects.toThrow('Given up.');
  closeSync(bytes);
});
