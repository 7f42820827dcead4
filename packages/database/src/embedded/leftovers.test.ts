import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPostmasterFile } from './leftovers.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'muster-test-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** The file as PostgreSQL writes it, up to a line. */
const toText = (pid: string, status: string, lines = 8) =>
  `${[pid, '/data', '1762000000', '5432', '/tmp/muster-a', 'localhost', ' 1 2', status]
    .slice(0, lines)
    .join('\n')}\n`;

const known = { pid: 4711, socketDir: '/tmp/muster-a', isReady: false, isStopping: false };

test.each([
  ['a server that is ready', toText('4711', 'ready   '), { ...known, isReady: true }],
  ['one that is told to stop', toText('4711', 'stopping'), { ...known, isStopping: true }],
  ['one that begins', toText('4711', 'starting'), known],
  ['one that has not said so yet', toText('4711', '', 5), known],
  ['one that has said nothing but its number', '4711\n', { ...known, socketDir: '' }],
  ['the smallest number', toText('1', 'ready'), { ...known, pid: 1, isReady: true }],
  ['no number', toText('x', 'ready'), undefined],
  ['nought', toText('0', 'ready'), undefined],
  // PostgreSQL writes one so while it runs without a postmaster.
  ['a number below nought', toText('-4711', 'ready'), undefined],
  ['an empty file', '', undefined],
])('postmaster.pid of %s', async (_what, text, read) => {
  await writeFile(join(directory, 'postmaster.pid'), text);
  expect(await readPostmasterFile(directory)).toEqual(read);
});

test('there is no postmaster.pid', async () => {
  expect(await readPostmasterFile(join(directory, 'elsewhere'))).toBeUndefined();
});
