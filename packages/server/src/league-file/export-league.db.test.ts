import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OperatorError } from '../commands/command.ts';
import { command as exportCommand } from '../commands/export.ts';
import { command as verifyCommand } from '../commands/verify.ts';
import { parseConfig } from '../config.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { furnished } from '../testing/furnished.ts';
import { supabaseEnvironment } from '../testing/supabase-environment.ts';
import { openLeagueFile } from './open-league-file.ts';
import { streamLinesSql, streamSettings } from './rows-sql.ts';
import { writeLeagueFile } from './write-league-file.ts';

let own: TestDatabase;
/** The file of `own`, which changes no more, and what was printed as it was written. */
let whole: string;
const printed: string[] = [];
/** A league of few rows. */
let small: TestDatabase;
let folder: string;
const lines = catchLines();
const text = 'back\\slash "and" é\nline';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-export-'));
  own = await createTestDatabase({ world: furnished });
  const backend = await createBackend({ database: own.database });
  const authorization = `Bearer ${backend.apiKeys.serviceRole}`;
  const post = (path: string, body: string, type: string) =>
    backend.fetch(
      new Request(`http://localhost/storage/v1/${path}`, {
        ...{ method: 'POST', body },
        headers: { authorization, 'content-type': type },
      }),
    );
  expect((await post('bucket', '{"name":"own"}', 'application/json')).status).toBe(200);
  expect((await post('object/own/a.txt', 'a text', 'text/plain')).status).toBe(200);
  expect((await post('object/own/empty.txt', '', 'text/plain')).status).toBe(200);
  const large = 'abc'.repeat(200_000);
  expect((await post('object/own/large.txt', large, 'text/plain')).status).toBe(200);
  await backend.close();
  await own.database.query(
    `insert into private.commands (person_id, command_id, body_hash, status, answer, created_at)
     select id, '00000000-0000-7000-8000-000000000000', $1, 200, 'null',
       '2026-01-02T03:04:05.678901Z'
     from public.profiles where username = 'Steward'`,
    [text],
  );
  small = await createTestDatabase();
  const league = new ApiLeague(small);
  await league.addLadder('tanks');
  await league.addAdmin('Owner');
  whole = join(folder, 'whole.zip');
  const print = vi.spyOn(console, 'log');
  print.mockImplementation((line: unknown) => void printed.push(String(line)));
  const given = { values: {}, positionals: [whole] };
  expect(await exportCommand.run(config({ DATABASE_URL: own.url }), given)).toBe(0);
  print.mockRestore();
});
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  await small[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const signal = new AbortController().signal;
const config = (more: Record<string, string> = {}) =>
  parseConfig({ DATABASE_URL: small.url, ...more });
const exportTo = (path: string, values: Record<string, string[]> = {}) =>
  exportCommand.run(config(), { values, positionals: [path] });
const verifyFile = (path: string, values: Record<string, string> = {}) =>
  verifyCommand.run(config(), { values, positionals: [path] });

it('writes the whole league into one file that holds by itself', async () => {
  expect(statSync(whole).mode & 0o777).toBe(0o600);
  expect(printed.find((line) => line.startsWith('Its keys are in it'))).toContain('--to encrypts');
  expect(await verifyFile(whole)).toBe(0);
  expect(lines.at(-1)).toContain('every chain and every hash holds');
});

it('writes the same bytes each time, also where it takes its time, and stops while it rests', async () => {
  const [gentle, stopped] = ['gentle', 'stopped'].map((name) => join(folder, `${name}.zip`)) as [
    string,
    string,
  ];
  const stopping = new AbortController();
  const options = { homes: {}, keys: [], progress: () => undefined, signal };
  await writeLeagueFile(own.database, gentle, { ...options, isGentle: true });
  expect(readFileSync(gentle).equals(readFileSync(whole))).toBe(true);
  const resting = writeLeagueFile(own.database, stopped, {
    ...{ ...options, isGentle: true, signal: stopping.signal },
    progress: () => stopping.abort(new Error('enough')),
  });
  await expect(resting).rejects.toThrow();
  expect(readdirSync(folder).filter((name) => name.includes('stopped'))).toEqual([]);
});

it('says of itself what it holds: every row, every stream to its head, every file', async () => {
  await using file = await openLeagueFile(whole, { identities: [], signal });
  const { manifest } = file;
  const count = async (table: string) =>
    (await own.database.query<{ count: number }>(`select count(*)::integer from ${table}`))[0]
      ?.count;
  for (const table of [
    'public.matches',
    'public.league_events',
    'private.event_texts',
    'auth.users',
  ]) {
    expect(manifest.tables.find(({ name }) => name === table)?.rows).toBe(await count(table));
  }
  const [last] = await own.database.query<{ at: Date }>('select max(at) as at from league_events');
  expect(manifest.instant).toBe(last?.at.toISOString());
  expect(
    manifest.streams.map(({ stream, sequence, hash }) => ({ stream, sequence, hash })),
  ).toEqual(
    await own.database.query(
      `select stream, sequence::integer as sequence, hash from stream_heads where sequence > 0
       order by stream collate "C"`,
    ),
  );
  const brought = await own.database.query<{ version: string }>(
    `select version from storage.objects where bucket_id = 'own'`,
  );
  const versions = brought.map(({ version }) => version);
  const stored = manifest.files.filter(({ id }) => versions.includes(id));
  const sizes = stored.map(
    ({ path: at }) => manifest.entries.find((entry) => entry.path === at)?.size,
  );
  expect(sizes.toSorted()).toEqual([0, 6, 600_000]);
  expect(manifest.migrations.league?.length).toBeGreaterThan(50);
});

it('writes rows that PostgreSQL reads back as they were, a null of JSON among them', async () => {
  await using file = await openLeagueFile(whole, { identities: [], signal });
  const entry = Buffer.concat(await Array.fromAsync(file.read('tables/private.commands.ndjson')));
  const rows = entry.toString().trim().split('\n');
  expect(rows.map((line): unknown => JSON.parse(line))).toContainEqual({
    answer: null,
    body_hash: text,
    command_id: '00000000-0000-7000-8000-000000000000',
    created_at: '2026-01-02T03:04:05.678901+00:00',
    person_id: expect.any(String),
    status: 200,
  });
});

it('reads each stream in the order in which it lies, and sorts none', async () => {
  const plan = await own.database.transaction(async (one) => {
    await one.query(streamSettings);
    await one.query(`set local muster.stream = 'site'`);
    return one.query(`explain ${streamLinesSql}`);
  });
  const steps = plan.flatMap((row) => Object.values(row)).join('\n');
  expect(steps).toContain('Index Scan using league_events_stream_sequence_key');
  expect(steps).not.toContain('Sort');
});

it('encrypts to a key, by which alone it opens', async () => {
  const identity = await generateX25519Identity();
  const key = await identityToRecipient(identity);
  const [path, keyFile, wrongFile] = ['sealed.age', 'key.txt', 'wrong.txt'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  writeFileSync(keyFile, `# my key\n${identity}\n`);
  writeFileSync(wrongFile, `${await generateX25519Identity()}\n`);
  expect(await exportTo(path, { to: [key] })).toBe(0);
  expect(lines.at(-1)).toContain(key);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path).includes('ndjson')).toBe(false);
  expect(await verifyFile(path, { identity: keyFile })).toBe(0);
  await expect(verifyFile(path, { identity: wrongFile })).rejects.toThrow(
    `the key is the wrong one: it opens with the identity of ${key}`,
  );
  await expect(verifyFile(path)).rejects.toThrow(OperatorError);
  await expect(verifyFile(path, { identity: join(folder, 'none') })).rejects.toThrow('--identity');
  await expect(exportTo(join(folder, 'x'), { to: ['age1typed'] })).rejects.toThrow('--to takes');
});

it('writes over nothing, and makes no folder', async () => {
  const path = join(folder, 'there.zip');
  writeFileSync(path, 'mine');
  await expect(exportTo(path)).rejects.toThrow(`${path} is there already`);
  expect(readFileSync(path, 'utf8')).toBe('mine');
  await expect(exportTo(join(folder, 'none', 'a.zip'))).rejects.toThrow('There is no folder');
  await expect(exportCommand.run(config(), { values: {}, positionals: [] })).rejects.toThrow(
    'FILE',
  );
});

it.each<[string, Record<string, string[] | boolean>, string[], Record<string, string>, string]>([
  ['no file', {}, [], {}, 'export takes FILE, and --to KEY'],
  ['two files', {}, ['a.zip', 'b.zip'], {}, 'export takes FILE, and --to KEY'],
  [
    'a league whose files lie elsewhere',
    {},
    ['none.zip'],
    supabaseEnvironment,
    'The files lie with the Supabase that SUPABASE_URL names.',
  ],
  ['a folder that is not there', { public: true }, ['none/a.zip'], {}, 'There is no folder none.'],
])('writes nothing of %s', async (_what, values, positionals, environment, words) => {
  const before = readdirSync(folder);
  await expect(exportCommand.run(config(environment), { values, positionals })).rejects.toThrow(
    words,
  );
  expect(readdirSync(folder)).toEqual(before);
});

it('keeps what is public open to everybody', async () => {
  const to = [await identityToRecipient(await generateX25519Identity())];
  const path = join(folder, 'public.zip');
  const asked = { values: { to, public: true }, positionals: [path] };
  await expect(exportCommand.run(config(), asked)).rejects.toThrow(
    'What is public needs no key: --public or --to, not both.',
  );
  expect(readdirSync(folder)).not.toContain('public.zip');
});

it('verifies one file at a time', async () => {
  await expect(
    verifyCommand.run(config(), { values: {}, positionals: ['a.zip', 'b.zip'] }),
  ).rejects.toThrow('verify takes nothing, or FILE and --identity FILE.');
});

it('refuses a database without a league, and names a table that is not the league’s', async () => {
  await using empty = await createTestDatabase({ isEmpty: true });
  const path = join(folder, 'empty.zip');
  const run = exportCommand.run(parseConfig({ DATABASE_URL: empty.url }), {
    ...{ values: {}, positionals: [path] },
  });
  await expect(run).rejects.toThrow('There is no league here yet.');
  await small.database.query('create table public.todos (id integer)');
  await exportTo(join(folder, 'todos.zip'));
  await small.database.query('drop table public.todos');
  expect(lines[0]).toBe("The table public.todos is not the league's and is left out.");
});

it('writes no league whose log goes on behind its head', async () => {
  const head = `update public.stream_heads set sequence = $1 where stream = 'site'`;
  const [{ sequence } = { sequence: '' }] = await small.database.query<{ sequence: string }>(
    `select sequence from public.stream_heads where stream = 'site'`,
  );
  await small.database.query(head, [0]);
  try {
    await expect(exportTo(join(folder, 'headless.zip'))).rejects.toThrow(
      'site has events and no head',
    );
  } finally {
    await small.database.query(head, [sequence]);
  }
  expect(readdirSync(folder)).not.toContain('headless.zip');
});

it('leaves nothing behind when it is stopped', async () => {
  const before = readdirSync(folder);
  const ended = exportTo(join(folder, 'stopped.zip'));
  process.emit('SIGINT');
  await expect(ended).rejects.toThrow('Stopped; nothing is left half done.');
  expect(readdirSync(folder)).toEqual(before);
});
