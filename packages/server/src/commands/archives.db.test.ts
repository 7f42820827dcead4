import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkArchive } from '../archive/check.ts';
import { parseConfig } from '../config.ts';
import { layContent } from '../content/lay-content.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { command } from './archives.ts';
import { OperatorError } from './command.ts';
import { command as content } from './content.ts';

const cli = join(import.meta.dirname, '../cli.ts');
let own: TestDatabase;
let folder: string;
const lines = catchLines();

beforeAll(async () => {
  own = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'muster-archives-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await own[Symbol.asyncDispose]();
});

function save(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

interface Ended {
  code: number | null;
  output: string;
  errors: string;
}

/** Has the command do what these words say, in this process; gives what it prints. */
async function bring(...words: string[]): Promise<string> {
  lines.length = 0;
  const { options } = command;
  const args = parseArgs({ args: ['import', ...words], options, allowPositionals: true });
  expect(await command.run(parseConfig({ DATABASE_URL: own.url }), args)).toBe(0);
  return lines.join('\n');
}

/** Runs `muster archives import` to its end, as somebody at a shell does. */
function bringByShell(...words: string[]): Promise<Ended> {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [cli, 'archives', 'import', ...words], {
    env: { PATH, NODE_COMPILE_CACHE, HOME: folder, DATABASE_URL: own.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors]: Buffer[][] = [[], []];
  child.stdout.on('data', (chunk: Buffer) => output?.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => errors?.push(chunk));
  const toText = (chunks: Buffer[] = []) => Buffer.concat(chunks).toString('utf8');
  return new Promise((resolve) => {
    child.once('close', (code) =>
      resolve({ code, output: toText(output), errors: toText(errors) }),
    );
  });
}

const facts = ['--title', 'Kärnä Cup', '--origin', 'cup.example, 2019'];
const count = async (table: string) => (await own.database.query(`select 1 from ${table}`)).length;

/** As a spreadsheet of Windows saves it: semicolons, quotes, a line break in a cell, and a row that is wrong. */
const sheet = [
  'row;place;name;wins;date;one;other;score_one;score_other',
  'standing;1;"Kärnä; the ""old"" ones";3;;;;;',
  'standing;zwei;Dust;2;;;;;',
  'standing;2;"Two',
  'lines";1;;;;;',
  'match;;;;31.5.2019;Kärnä;Dust;2;0',
  'trophy;1;Kärnä;;;;;;',
  '',
].join('\r\n');

const encodings: [string, string, (text: string) => Uint8Array][] = [
  ['windows-1252', 'Windows', (text) => Buffer.from(text, 'latin1')],
  ['utf-8', 'UTF-8 with its mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf8')],
  ['utf-16le', 'UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
];

describe('a table from a spreadsheet', () => {
  it.each(encodings)(
    'in %s is tried first, and then taken but for its wrong row',
    async (encoding, name, write) => {
      const path = save(`${name}.csv`, write(sheet));
      const before = await count('public.imported_archives');
      const tried = await bring(path, ...facts, '--dry-run');
      expect(tried.split('\n')).toEqual([
        `4 rows can be taken (2 standing, 1 match, 1 trophy); 1 cannot. Read as ${encoding}.`,
        '  line 3: place is no whole number ("zwei")',
      ]);
      expect(await count('public.imported_archives')).toBe(before);

      const kept = await bring(path, ...facts, '--ladder', 'Tanks');
      const slug = /\/archives\/([a-z0-9-]+)\.$/.exec(kept)?.[1];
      const [archive] = await own.database.query<{ id: string }>(
        `select id, title, origin, ladder_name, ended_on::text, file_name, imported_by, counts
       from public.imported_archives where slug = $1`,
        [slug],
      );
      expect(archive).toMatchObject({
        ...{ title: 'Kärnä Cup', origin: 'cup.example, 2019', ladder_name: 'Tanks' },
        ...{ ended_on: '2019-05-31', file_name: `${name}.csv`, imported_by: null },
        counts: { standing: 2, match: 1, trophy: 1 },
      });
      const rows = await own.database.query(
        `select line, raw, content ->> 'name' as name from public.imported_archive_rows
       where archive_id = $1 and section = 'standing' order by position`,
        [archive?.id],
      );
      expect(rows).toEqual([
        {
          line: 2,
          raw: 'standing;1;"Kärnä; the ""old"" ones";3;;;;;',
          name: 'Kärnä; the "old" ones',
        },
        { line: 4, raw: 'standing;2;"Two\nlines";1;;;;;', name: 'Two\nlines' },
      ]);
      expect(
        await checkArchive(own.database, { table: 'imported', id: archive?.id ?? '' }),
      ).toEqual([]);
      // The same file again is no second archive.
      await expect(bring(path, ...facts)).rejects.toThrow('already_exists');
    },
  );

  it('counts in nothing that the log proves, and stands in the audit log', async () => {
    expect(await count('public.imported_archives')).toBe(encodings.length);
    for (const table of ['matches', 'entries', 'season_archives', 'league_events', 'teams']) {
      expect([table, await count(`public.${table}`)]).toEqual([table, 0]);
    }
    const acts = await own.database.query('select act, person_id from private.audit_log');
    expect(acts).toEqual(encodings.map(() => ({ act: 'archive_imported', person_id: null })));
  });
});

it('takes JSON, with what it says of itself, from a shell', async () => {
  const path = save(
    'old.json',
    JSON.stringify({
      ...{ title: 'Of a list', origin: 'the old forum', ended_on: '2018-12-24' },
      rows: [{ row: 'record', name: 'Ada', title: 'Most wins', value: 9 }, 7],
    }),
  );
  const kept = await bringByShell(path, '--origin', 'the newer forum');
  expect(kept).toEqual({
    code: 0,
    errors: '',
    output: [
      '1 row can be taken (1 record); 1 cannot. Read as utf-8.',
      '  line 2: row is no row',
      'It stands at /archives/of-a-list.',
      '',
    ].join('\n'),
  });
  const [row] = await own.database.query(
    `select origin, ended_on::text from public.imported_archives where slug = 'of-a-list'`,
  );
  expect(row).toEqual({ origin: 'the newer forum', ended_on: '2018-12-24' });
  expect(await bringByShell(path)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('already_exists'),
  });
});

describe('what is refused keeps nothing:', () => {
  const small = 'row,name\nstanding,One\n';
  const given = { title: 'x', origin: 'y', 'ended-on': '2019-01-01' };
  it.each<[string, () => string[], Record<string, string>, RegExp]>([
    ['no such file', () => [join(folder, 'none.csv')], given, /There is no file/],
    ['a folder', () => [folder], given, /There is no file/],
    [
      'one byte too many',
      () => [save('large.csv', small.padEnd(2 * 1024 * 1024 + 1, '\n'))],
      given,
      /is larger than 2097152 bytes/,
    ],
    ['no title', () => [save('a.csv', small)], { ...given, title: '' }, /title/],
    ['no origin', () => [save('b.csv', small)], { ...given, origin: '' }, /origin/],
    ['no day', () => [save('c.csv', small)], { ...given, 'ended-on': '' }, /ended_on/],
    ['no such game', () => [save('d.csv', small)], { ...given, game: 'x' }, /game/],
    ['no row', () => [save('e.csv', 'row,name\nstanding,')], given, /no_rows/],
    ['no file named', () => [], given, /archives takes import FILE/],
    ['two files', () => ['a.csv', 'b.csv'], given, /archives takes import FILE/],
  ])('%s', async (_what, files, values, said) => {
    const before = await count('public.imported_archives');
    const positionals = ['import', ...files()];
    const run = command.run(parseConfig({ DATABASE_URL: own.url }), { values, positionals });
    const refused: unknown = await run.catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(OperatorError);
    expect(String(refused)).toMatch(said);
    expect(await count('public.imported_archives')).toBe(before);
  });
});

describe('muster content', () => {
  let league: TestDatabase;

  beforeAll(async () => {
    league = await createTestDatabase();
    await layContent(league.database);
  });
  afterAll(() => league[Symbol.asyncDispose]());

  async function run(words: string[], isDryRun?: boolean): Promise<string> {
    lines.length = 0;
    const config = parseConfig({ DATABASE_URL: league.url });
    const values = isDryRun === undefined ? {} : { 'dry-run': isDryRun };
    expect(await content.run(config, { values, positionals: words })).toBe(0);
    return lines.join('\n');
  }

  const usage = 'content takes export DIR, or import DIR [--dry-run].';

  it.each([
    [[], undefined],
    [['export'], undefined],
    [['import'], undefined],
    [['move', 'there'], undefined],
    [['import', 'here', 'there'], undefined],
    [['export', 'here', 'there'], undefined],
    [['export', 'there'], true],
  ])('takes no %j (--dry-run: %j)', async (words, isDryRun) => {
    await expect(run(words, isDryRun)).rejects.toThrow(usage);
  });

  it('writes the content down, and says what of it would change and what has', async () => {
    const there = join(folder, 'ours');
    expect(await run(['export', there])).toBe(`The league's content stands in ${there}.`);
    expect(await run(['import', there], true)).toBe('Nothing would change.');
    expect(await run(['import', there])).toBe('Nothing has changed.');
    const [game] = await league.database.query<{ slug: string; name: string }>(
      'select slug, name from public.games order by position limit 1',
    );
    const path = join(there, 'games', String(game?.slug), 'game.toml');
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^name = .*$/m, 'name = "Another name"'));
    const readName = () =>
      league.database.query('select name from public.games where slug = $1', [game?.slug]);
    const would = await run(['import', there], true);
    expect(would).toContain(game?.slug);
    expect(await readName()).toEqual([{ name: game?.name }]);
    expect(await run(['import', there])).toBe(would);
    expect(await readName()).toEqual([{ name: 'Another name' }]);
  });
});
