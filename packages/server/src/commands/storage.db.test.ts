import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '@muster/backend';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { createLeague } from '../engine/league.ts';
import { openObjects } from '../files/open-objects.ts';
import { readFile, settleFile, writeFile } from '../files/stored-files.ts';
import { OperatorError } from './command.ts';
import { command } from './storage.ts';

let database: TestDatabase;
let directory: string;
let lines: string[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'muster-storage-'));
  const backend = await createBackend({ database: database.database });
  const headers = { authorization: `Bearer ${backend.apiKeys.serviceRole}` };
  const post = (path: string, body: string, type: string) =>
    backend.fetch(
      new Request(`http://localhost/storage/v1/${path}`, {
        ...{ method: 'POST', body },
        headers: { ...headers, 'content-type': type },
      }),
    );
  expect((await post('bucket', '{"name":"own"}', 'application/json')).status).toBe(200);
  expect((await post('object/own/a.txt', 'a text', 'text/plain')).status).toBe(200);
  await backend.close();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const run = (positionals: string[], environment: Record<string, string> = {}) =>
  command.run(parseConfig({ DATABASE_URL: database.url, ...environment }), {
    ...{ values: {}, positionals },
  });

it('moves all files to the home for new ones, or to the one that is named', async () => {
  const own = { STORAGE_DIR: directory };
  expect(await run(['move'], own)).toBe(0);
  expect(lines).toEqual(['1 files moved to the home directory, 0 could not be.']);
  const files = await readdir(directory, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile())).toHaveLength(1);
  expect(await run(['move', 'database'], own)).toBe(0);
  expect(await run(['move'])).toBe(0);
  expect(lines.slice(1)).toEqual([
    '1 files moved to the home database, 0 could not be.',
    '0 files moved to the home database, 0 could not be.',
  ]);
});

it('moves the league’s own files too, those of a former release among them', async () => {
  await using own = await createTestDatabase();
  const league = createLeague(own.database);
  const about = { personId: null, mediaType: 'image/webp', at: new Date() };
  const file = await writeFile(league, about, [Buffer.from('a picture')]);
  await own.database.transaction((transaction) => settleFile(transaction, file));
  const former = await writeFile(league, about, [Buffer.from('another')]);
  await own.database.transaction((transaction) => settleFile(transaction, former));
  await league.objects.remove(former.id);
  await own.database.query('insert into private.file_pieces values ($1, 0, $2)', [
    ...[former.id, Buffer.from('another')],
  ]);
  const folder = join(directory, 'own');
  const settings = { DATABASE_URL: own.url, STORAGE_DIR: folder };
  const config = parseConfig(settings);
  expect(await command.run(config, { values: {}, positionals: ['move'] })).toBe(0);
  expect(lines).toEqual(['1 files moved to the home directory, 0 could not be.']);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(files.filter((found) => found.isFile())).toHaveLength(2);
  const moved = { database: own.database, objects: openObjects(config, own.database) };
  for (const [id, text] of [
    [file.id, 'a picture'],
    [former.id, 'another'],
  ] as const) {
    expect(await new Response(await readFile(moved, id)).text()).toBe(text);
  }
});

it('tells how far it is, and Ctrl-C ends it between two files, of which each is whole in one home', async () => {
  await using own = await createTestDatabase();
  const league = createLeague(own.database);
  const about = { personId: null, mediaType: 'image/webp', at: new Date() };
  const ids: string[] = [];
  for (const text of ['one', 'two', 'three']) {
    const file = await writeFile(league, about, [Buffer.from(text)]);
    await own.database.transaction((transaction) => settleFile(transaction, file));
    ids.push(file.id);
  }
  const folder = join(directory, 'stopped');
  const config = parseConfig({ DATABASE_URL: own.url, STORAGE_DIR: folder });
  // Each look at the clock is three seconds after the one before: it tells of itself at every step.
  let clock = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 3_000));
  const others = process.listenerCount('SIGINT');
  vi.spyOn(console, 'log').mockImplementation((line: string) => {
    lines.push(line);
    if (line === '1 of 3 files') {
      process.emit('SIGINT');
    }
  });
  const run = () => command.run(config, { values: {}, positionals: ['move'] });
  await expect(run()).rejects.toThrow('Stopped; nothing is left half done.');
  expect(lines).toEqual(['1 of 3 files']);
  expect(process.listenerCount('SIGINT')).toBe(others);
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  expect(files.filter((found) => found.isFile())).toHaveLength(1);
  const where = { database: own.database, objects: openObjects(config, own.database) };
  const texts = ids.map(async (id) => new Response(await readFile(where, id)).text());
  expect(await Promise.all(texts)).toEqual(['one', 'two', 'three']);
  lines.length = 0;
  expect(await run()).toBe(0);
  expect(lines).toEqual([
    ...['1 of 2 files', '2 of 2 files'],
    '2 files moved to the home directory, 0 could not be.',
  ]);
});

it.each([
  [[], 'storage takes move'],
  [['copy'], 'storage takes move'],
  [['move', 'attic'], 'database, directory, s3'],
  [['move', 'database', 'now'], 'storage takes move'],
  [['move', 's3'], 'The home s3 is not configured.'],
])('refuses %j', async (words, why) => {
  await expect(run(words)).rejects.toSatisfy(
    (error: unknown) => error instanceof OperatorError && error.message.includes(why),
  );
});
