import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { command as backupCommand } from '../commands/backup.ts';
import type { Command, CommandArguments } from '../commands/command.ts';
import { command as exportCommand } from '../commands/export.ts';
import { command as restoreCommand } from '../commands/restore.ts';
import { parseConfig } from '../config.ts';
import { verify } from '../engine/replay/verify.ts';
import { openForServices, openLeague } from '../open-league.ts';
import { addressWords } from '../s3-address.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { supabaseEnvironment } from '../testing/supabase-environment.ts';
import { parseBackupName } from './backup-name.ts';

let own: TestDatabase;
let folder: string;
const lines = catchLines();
const patience = 600_000;

beforeAll(async () => {
  own = await createTestDatabase();
  const api = new ApiLeague(own);
  await api.addAdmin('Owner');
  await api.addLadder('tanks');
  await api.addTeam('Lantern', 'tanks');
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-backup-'));
});
afterEach(() => rm(folder, { recursive: true }));

interface Run {
  given?: string[];
  values?: Record<string, string>;
  more?: Record<string, string>;
}

const run = (command: Command, url: string, { given = [], values = {}, more = {} }: Run) =>
  command.run(parseConfig({ DATABASE_URL: url, ...more }), { values, positionals: given });

const listSite = ({ database }: Pick<TestDatabase, 'database'>) =>
  database.query<{ sequence: number; hash: string; type: string; data: unknown }>(
    `select sequence::integer as sequence, hash, type, data from public.league_events
     where stream = 'site' order by sequence`,
  );

it('writes the league as an export does, named by the instant, for its owner alone', async () => {
  expect(await run(backupCommand, own.url, { given: [folder] })).toBe(0);
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  const path = join(folder, name);
  expect(Math.abs((parseBackupName(name)?.at.getTime() ?? 0) - Date.now())).toBeLessThan(patience);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(lines.at(-1)).toContain(`muster restore ${path}`);
  const exported = join(folder, 'exported.zip');
  await run(exportCommand, own.url, { given: [exported] });
  expect(readFileSync(path).equals(readFileSync(exported))).toBe(true);
});

it('takes BACKUP_DIR where no folder is given, and makes none', async () => {
  await expect(run(backupCommand, own.url, {})).rejects.toThrow('BACKUP_DIR');
  const missing = join(folder, 'missing');
  const more = { BACKUP_DIR: missing };
  await expect(run(backupCommand, own.url, { more })).rejects.toThrow(`no folder ${missing}`);
  expect(await run(backupCommand, own.url, { more: { BACKUP_DIR: folder } })).toBe(0);
  expect(readdirSync(folder)).toHaveLength(1);
});

const takes = 'restore takes FILE, or --drill and perhaps FILE, or --at INSTANT';

it.each<[string, Command, CommandArguments['values'], string[], Record<string, string>, string]>([
  ['backup into two', backupCommand, {}, ['a', 'b'], {}, 'backup takes one DIR.'],
  ['backup to what is no S3', backupCommand, {}, ['https://s3.example'], {}, addressWords],
  [
    'backup of files elsewhere',
    backupCommand,
    {},
    ['.'],
    supabaseEnvironment,
    'The files lie with the',
  ],
  ['restore of nothing', restoreCommand, {}, [], {}, takes],
  ['restore of two', restoreCommand, {}, ['a', 'b'], {}, takes],
  ['drill of two', restoreCommand, { drill: true }, ['a', 'b'], {}, takes],
  ['drill of an instant', restoreCommand, { drill: true, at: 'now' }, [], {}, takes],
  ['restore of an instant from two', restoreCommand, { at: 'now' }, ['a', 'b'], {}, takes],
  ['restore of an hour anywhere', restoreCommand, { at: '2026-01-02T03:04' }, [], {}, '--at takes'],
  ['restore of no instant', restoreCommand, { at: '2026-13-02T03:04Z' }, [], {}, '--at takes'],
  ['restore of an instant of others', restoreCommand, { at: 'now' }, [], {}, '--at restores the'],
  [
    'restore to Supabase',
    restoreCommand,
    {},
    ['a'],
    supabaseEnvironment,
    'A league moves to Supabase by',
  ],
])('refuses a %s', async (_what, command, values, given, more, words) => {
  const config = parseConfig({ DATABASE_URL: own.url, ...more });
  await expect(command.run(config, { values, positionals: given })).rejects.toThrow(words);
});

it('leaves nothing when it is stopped, and takes away what a killed one has left', async () => {
  const [old, fresh] = ['.league-20260102T030405Z.zip.0a.part', '.league-x.zip.0b.part'];
  writeFileSync(join(folder, old), 'half');
  writeFileSync(join(folder, fresh), 'half');
  const before = new Date(Date.now() - 25 * 3600_000);
  utimesSync(join(folder, old), before, before);
  const ended = run(backupCommand, own.url, { given: [folder] });
  process.emit('SIGINT');
  await expect(ended).rejects.toThrow('Stopped; nothing is left half done.');
  expect(readdirSync(folder)).toEqual([fresh]);
});

it('is restored, sealed, into an empty database, whose log says which head it came from', async () => {
  const identity = await generateX25519Identity();
  const key = await identityToRecipient(identity);
  const keyFile = join(folder, 'key.txt');
  writeFileSync(keyFile, identity);
  await run(backupCommand, own.url, { given: [folder], more: { BACKUP_RECIPIENT: key } });
  const path = join(folder, readdirSync(folder).find((name) => name.endsWith('.age')) ?? '');
  const before = await listSite(own);
  await using there = await createTestDatabase({ isEmpty: true });
  const given = [path];
  await expect(run(restoreCommand, there.url, { given })).rejects.toThrow('it is encrypted');
  expect(await run(restoreCommand, there.url, { given, values: { identity: keyFile } })).toBe(0);
  const after = await listSite(there);
  expect(after.slice(0, -1)).toEqual(before);
  const last = before.at(-1);
  const [event] = await own.database.query<{ at: Date }>(
    'select max(at) as at from public.league_events',
  );
  expect(after.at(-1)).toMatchObject({
    type: 'log_restored',
    data: { instant: event?.at.toISOString(), sequence: last?.sequence, hash: last?.hash },
  });
  expect(await verify(there.database)).toMatchObject({ difference: null });
  const values = { identity: keyFile };
  const full = run(restoreCommand, there.url, { given, values });
  await expect(full).rejects.toThrow(/^The database holds a league already .*[^\n]$/);
  expect(await listSite(there)).toEqual(after);
});

it('is ended by the next start where it was cut off behind its rows; nothing is served before', async () => {
  await run(backupCommand, own.url, { given: [folder] });
  const given = [join(folder, readdirSync(folder)[0] ?? '')];
  await using there = await createTestDatabase({ isEmpty: true });

  await run(restoreCommand, there.url, { given });
  const config = parseConfig({ DATABASE_URL: there.url });
  await there.database.query(
    'create table private.unfinished_import (restored jsonb, forgotten uuid[] not null)',
  );
  const restored = { instant: null, sequence: 0, hash: '0'.repeat(64) };
  await there.database.query('insert into private.unfinished_import values ($1, $2)', [
    JSON.stringify(restored),
    [],
  ]);
  const words = 'An import has not come to its end';
  const exporting = run(exportCommand, there.url, { given: [join(folder, 'x.zip')] });
  await expect(exporting).rejects.toThrow(words);
  await expect(openForServices(config, {})).rejects.toThrow(words);
  await (await openLeague(config))[Symbol.asyncDispose]();
  expect((await listSite(there)).at(-1)).toMatchObject({ type: 'log_restored', data: restored });
  await (await openForServices(config, {}))[Symbol.asyncDispose]();
});
