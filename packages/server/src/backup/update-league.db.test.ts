import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MigrationError } from '@muster/database';
import { createTestDatabase } from '@muster/database/testing';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { command as restoreCommand } from '../commands/restore.ts';
import { parseConfig } from '../config.ts';
import { openLeagueFile } from '../league-file/open-league-file.ts';
import { listMigrationFolders, openLeague } from '../open-league.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { updateLeague } from './update-league.ts';

let own: ApiLeague;
let folder: string;
let newer: string;
const lines = catchLines();
const print = (line: string) => console.log(line);
const signal = new AbortController().signal;

beforeEach(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  folder = await mkdtemp(join(tmpdir(), 'muster-update-'));
  newer = await mkdtemp(join(tmpdir(), 'muster-newer-'));
});
afterEach(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  await rm(newer, { recursive: true });
});

/** Runs the league's database with the migrations of a newer version, each a statement. */
function update(statements: readonly string[], directory = folder) {
  for (const [index, sql] of statements.entries()) {
    writeFileSync(join(newer, `2099010100000${index}_newer.sql`), sql);
  }
  const config = parseConfig({ DATABASE_URL: own.database.url, BACKUP_DIR: directory });
  const folders = [...listMigrationFolders(config), { label: 'newer', path: newer }];
  return updateLeague(config, { database: own.database, kind: 'external' }, { folders, print });
}

const isThere = async (table: string) =>
  (await own.database.query('select 1 where to_regclass($1) is not null', [table])).length > 0;

it('writes a backup of the tables as they were, then changes them', async () => {
  expect(await update(['create table public.first ()'])).toEqual(['20990101000000_newer.sql']);
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(lines[0]).toContain(`Writing a backup into ${folder}`);
  await using file = await openLeagueFile(join(folder, name), { identities: [], signal });
  expect(file.manifest.migrations).not.toHaveProperty('newer');
  expect(file.manifest.streams.length).toBeGreaterThan(0);
});

it('writes none where nothing is to be changed', async () => {
  expect(await update([])).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);
});

it('writes another before the next update: what came between is in no older one', async () => {
  const first = 'create table public.first ()';
  await update([first]);
  const [before = ''] = readdirSync(folder);
  await own.addLadder('planes');
  // Backups are named by the second.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await update([first, 'create table public.second ()'])).toHaveLength(1);
  const [last = '', ...others] = readdirSync(folder).filter((name) => name !== before);
  expect(others).toEqual([]);
  await using file = await openLeagueFile(join(folder, last), { identities: [], signal });
  expect(file.manifest.streams.filter(({ stream }) => stream.startsWith('ladder:'))).toHaveLength(
    2,
  );
});

it('says how to go back where a migration fails; the last whole one stays', async () => {
  const failed = await update([
    'create table public.first ()',
    'create table public.first ()',
  ]).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(MigrationError);
  const { message } = failed as MigrationError;
  expect(message).toMatch(/^20990101000001_newer\.sql[^\n]*$/);
  const path = message.split('npx muster restore ')[1] ?? '';
  expect(readdirSync(folder)).toEqual([path.slice(folder.length + 1)]);
  expect(await isThere('public.first')).toBe(true);
  await using there = await createTestDatabase({ isEmpty: true });
  const config = parseConfig({ DATABASE_URL: there.url });
  expect(await restoreCommand.run(config, { values: {}, positionals: [path] })).toBe(0);
  expect(await there.database.query('select slug from public.ladders')).toEqual(
    await own.database.query('select slug from public.ladders'),
  );
});

it('names the backup that it began with where it fails again: no later one has the tables as they were', async () => {
  const statements = ['create table public.first ()', 'create table public.first ()'];
  const fail = async () => {
    const failed = await update(statements).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(MigrationError);
    return (failed as MigrationError).message.split('npx muster restore ')[1];
  };
  const named = await fail();
  const made = readdirSync(folder);
  expect(named).toBe(join(folder, made[0] ?? ''));
  // Backups are named by the second.
  vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  expect(await fail()).toBe(named);
  expect(readdirSync(folder)).toEqual(made);
  expect(lines).toContain(`Going on with the update that began with the backup ${made[0]}`);
});

it('changes nothing where the backup fails', async () => {
  const updated = update(['create table public.first ()'], join(folder, 'no', 'disk'));
  await expect(updated).rejects.toThrow(/^The backup that comes before an update failed[^\n]*$/);
  expect(await isThere('public.first')).toBe(false);
});

it('refuses a database of a newer version in one line, and writes nothing', async () => {
  await own.database.query(
    `insert into private.migrations (folder, name, sha256) values ('league', '20990101000000_x.sql', 'x')`,
  );
  const config = parseConfig({ DATABASE_URL: own.database.url, BACKUP_DIR: folder });
  await expect(openLeague(config)).rejects.toThrow(/20990101000000_x\.sql.*newer version[^\n]*$/);
  expect(readdirSync(folder)).toEqual([]);
});
