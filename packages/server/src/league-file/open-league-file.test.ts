import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLeagueFile } from './open-league-file.ts';
import { emptyManifest, makeFile, makeZip, toEntries } from './testing/make-file.ts';
import { checkEntries } from './verify-file.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-open-'));
  path = join(folder, 'league.zip');
});
afterEach(() => rm(folder, { recursive: true }));

const signal = new AbortController().signal;
const progress = () => undefined;
const lines = 'tables/public.games.ndjson';

/** What opening the file and reading all of it comes to: the fault's words, or null. */
async function findFault(more: { mostManifestBytes?: number } = {}): Promise<string | null> {
  try {
    await using file = await openLeagueFile(path, { identities: [], signal, ...more });
    await checkEntries(file, { progress, signal });
    return null;
  } catch (error) {
    return error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error);
  }
}

/** Writes other bytes over some of the same length, wherever they stand in the file. */
function overwrite(from: string, to: string): void {
  const text = readFileSync(path).toString('latin1');
  expect(text).toContain(from);
  writeFileSync(path, Buffer.from(text.replaceAll(from, to), 'latin1'));
}

it('takes a file whose entries are those that its manifest names', async () => {
  await makeFile(path, { [lines]: '{"slug":"chess"}\n', 'files/a/b': Buffer.alloc(10) });
  expect(await findFault()).toBeNull();
});

it.each([
  ['', 'FileFault: the zip is not sound: '],
  ['PK', 'FileFault: the zip is not sound: '],
  ['a page that somebody saved', 'FileFault: the zip is not sound: '],
])('refuses %j, which is no zip', async (content, words) => {
  writeFileSync(path, content);
  expect(await findFault()).toContain(words);
});

it('refuses a path at which there is no file', async () => {
  expect(await findFault()).toBe('FileFault: there is no such file');
  path = folder;
  expect(await findFault()).toBe('FileFault: there is no such file');
});

it('refuses one that was cut off', async () => {
  await makeFile(path, { [lines]: '{"slug":"chess"}\n' });
  writeFileSync(path, readFileSync(path).subarray(0, -30));
  expect(await findFault()).toMatch(
    /^FileFault: the zip is not sound: .*[^.] \(fetch it once more/,
  );
});

it.each([
  ['aa/evil', '../evil'],
  ['aa/evil', '/etc/pw'],
  ['aa/evil', 'aa\\evil'],
])('refuses a path that climbs out: %s as %s', async (from, to) => {
  await makeFile(path, { [from]: 'x' });
  overwrite(from, to);
  expect(await findFault()).toContain('FileFault: the zip is not sound: ');
});

it('refuses one without a manifest, or with that of something else', async () => {
  await makeZip(path, [[lines, '']]);
  expect(await findFault()).toContain('it has no manifest');
  await makeZip(path, [['manifest.json', '{']]);
  expect(await findFault()).toBe('FileFault: its manifest is not that of a league');
  await makeFile(path, {}, { format: 'other' });
  expect(await findFault()).toBe('FileFault: its manifest is not that of a league');
});

it('refuses one of whose manifest a byte is another, though all that it names is whole', async () => {
  // Stored, so that it can be read in the file's bytes.
  await makeZip(
    path,
    [['manifest.json', JSON.stringify({ ...emptyManifest, notice: 'Kept by nobody.' })]],
    { isPacked: false },
  );
  expect(await findFault()).toBeNull();
  overwrite('Kept by nobody.', 'Kept by anybody'.slice(0, 15));
  expect(await findFault()).toBe('FileFault: its manifest is damaged: it is not what was written');
});

it.each([
  ['a byte less', -1, null],
  ['just so much', 0, null],
  [
    'a byte more',
    1,
    'FileFault: its manifest is longer than 1000 bytes; muster restore takes it on the host',
  ],
])(
  'takes a manifest of as many bytes as whoever opens it allows: %s',
  async (_what, more, fault) => {
    const length = JSON.stringify({ ...emptyManifest, left_out: { x: '' } }).length;
    await makeFile(path, {}, { left_out: { x: 'x'.repeat(1000 + more - length) } });
    expect(await findFault({ mostManifestBytes: 1000 })).toBe(fault);
  },
);

it.each([0, 2, 1000])('refuses format version %d', async (version) => {
  await makeFile(path, {}, { version });
  expect(await findFault()).toContain(`its format is version ${version}, and this Muster reads`);
});

it('names the member of a manifest that is wrong', async () => {
  await makeFile(
    path,
    {},
    { tables: [{ name: 'public.games', path: null, columns: [], rows: -1 }] },
  );
  expect(await findFault()).toContain('its manifest is wrong at tables.0.rows');
});

it('refuses an entry that is missing, one too many, one twice and one of another length', async () => {
  await makeFile(path, {}, { entries: toEntries({ [lines]: 'x' }) });
  expect(await findFault()).toBe(`FileFault: ${lines} is missing`);
  await makeFile(path, { [lines]: 'x' }, { entries: [] });
  expect(await findFault()).toBe(`FileFault: its manifest does not know ${lines}`);
  await makeZip(path, [
    [lines, 'x'],
    [lines, 'x'],
  ]);
  expect(await findFault()).toBe(`FileFault: ${lines} is there twice`);
  await makeFile(path, { [lines]: 'xy' }, { entries: toEntries({ [lines]: 'x' }) });
  expect(await findFault()).toBe(`FileFault: ${lines} has 2 bytes, and its manifest says 1`);
});

it.each([
  ['by another way than deflate', 10, 12],
  ['with a password', 8, 0x0801],
])('refuses an entry that is packed %s', async (_how, at, value) => {
  await makeFile(path, { [lines]: 'x' });
  const bytes = readFileSync(path);
  // What the list at the zip's end says of its first entry.
  bytes.writeUInt16LE(value, bytes.indexOf('PK\u0001\u0002', 'latin1') + at);
  writeFileSync(path, bytes);
  expect(await findFault()).toBe(
    `FileFault: ${lines} is packed in a way that a league's file is not`,
  );
});

it('refuses an entry whose hash is another', async () => {
  await makeFile(path, { [lines]: 'x' }, { entries: toEntries({ [lines]: 'y' }) });
  expect(await findFault()).toBe(
    `FileFault: ${lines} is not what its manifest says: its hash differs`,
  );
});

it('refuses what unpacks to more than 64 MiB and two hundred times itself, before it unpacks it', async () => {
  const most = 64 * 1024 * 1024;
  // The manifest takes the rest.
  await makeFile(path, { [lines]: Buffer.alloc(most - 1000) });
  expect(await findFault()).toBeNull();
  await makeFile(path, { [lines]: Buffer.alloc(most + 1) });
  expect(await findFault()).toBe(
    `FileFault: it would unpack to more than ${most} bytes, which no league does`,
  );
});

it('refuses one whose list says less than it unpacks to', async () => {
  const content = 'x'.repeat(70_000);
  await makeFile(path, { [lines]: content }, { entries: [] });
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  const less = Buffer.alloc(4);
  less.writeUInt32LE(1);
  overwrite(size.toString('latin1'), less.toString('latin1'));
  const told = { path: lines, size: 1, sha256: toEntries({ [lines]: 'x' })[0]?.sha256 };
  await makeFile(path, { [lines]: content }, { entries: [told] });
  overwrite(size.toString('latin1'), less.toString('latin1'));
  expect(await findFault()).toBe(`FileFault: ${lines} cannot be unpacked`);
});
