import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { command as backupCommand } from '../commands/backup.ts';
import type { Command } from '../commands/command.ts';
import { command as restoreCommand } from '../commands/restore.ts';
import { parseConfig } from '../config.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { backUpNightly, keepForgotten } from './back-up-nightly.ts';
import { toBackupName } from './backup-name.ts';
import { forgottenName } from './forgotten-list.ts';
import { openS3 } from './place/s3-place.ts';
import { type FaultyS3, startFaultyS3 } from './testing/faulty-s3.ts';

let base: TestDatabase;
let own: ApiLeague;
let s3: FaultyS3;
let dataDir: string;
const lines = catchLines();
const signal = new AbortController().signal;

beforeAll(async () => {
  base = await createTestDatabase();
  own = new ApiLeague(base);
  await own.addLadder('tanks');
  await own.addTeam('Lantern', 'tanks');
  await own.database.query('insert into private.backup_drills default values');
  s3 = await startFaultyS3();
  dataDir = await mkdtemp(join(tmpdir(), 'muster-s3-data-'));
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await base[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
});
beforeEach(async () => {
  s3.meet(() => 'through');
  await own.database.query('delete from private.backup_runs');
  const place = openS3(s3.soundUrl, dataDir);
  for (const name of [...(await place.list()), forgottenName]) {
    await place.remove(name);
  }
});

const configure = (environment: Record<string, string> = {}) =>
  parseConfig({ DATABASE_URL: base.url, DATA_DIR: dataDir, BACKUP_DIR: s3.url, ...environment });
const list = async () => (await openS3(s3.soundUrl, dataDir).list()).sort();
/** Files of this machine that are left. */
const listLeft = () =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());

async function comeBy(instant: string): Promise<boolean> {
  own.moveTo(instant);
  // Drills have tests of their own.
  await own.database.query('update private.backup_drills set drilled_at = $1', [instant]);
  return backUpNightly({ league: own.league, config: configure(), signal });
}

/** Backups of ten nights long ago, of which two may go. */
async function fill(): Promise<string[]> {
  const place = openS3(s3.soundUrl, dataDir);
  const nights = Array.from({ length: 10 }, (_, night) => new Date(Date.UTC(2026, 2, 8 + night)));
  const names = nights.map((at) => toBackupName(at, { isSealed: false }));
  for (const name of [...names, 'league-mine.zip']) {
    await place.writeText(name, 'old');
  }
  return [...names, 'league-mine.zip'].sort();
}

it('has the night’s backup, for which old ones go and nothing else', async () => {
  const before = await fill();
  expect(await comeBy('2026-11-20T12:00:00.000Z')).toBe(true);
  const after = await list();
  expect(after).toContain('league-20261120T120000Z.zip');
  expect(after).toContain('league-mine.zip');
  expect(after.length).toBeLessThan(before.length + 1);
  expect(listLeft()).toEqual([]);
});

it.each([
  [
    'that cannot be read back',
    (method?: string) => (method === 'GET' ? { status: 503 } : 'through'),
  ],
  [
    'that comes back as another',
    (method?: string) => (method === 'GET' ? { more: 'x' } : 'through'),
  ],
  ['that is not taken', (method?: string) => (method === 'PUT' ? { status: 507 } : 'through')],
] as const)('loses no old one for one %s', async (_how, decide) => {
  const before = await fill();
  s3.meet(({ method, url }) => (url?.includes('list-type') ? 'through' : decide(method)));
  await expect(comeBy('2026-11-20T12:00:00.000Z')).rejects.toThrow();
  expect(await list()).toEqual(before);
  expect(await own.database.query('select made_at, failure from private.backup_runs')).toEqual([
    { made_at: null, failure: expect.stringMatching(/^S3 answered/) },
  ]);
  expect(listLeft()).toEqual([]);
});

it('has the list of the forgotten beside them, from which nobody is taken', async () => {
  const place = openS3(s3.soundUrl, dataDir);
  const other = '00000000-0000-7000-8000-000000000000';
  await place.writeText(forgottenName, `${other}\n`);
  const gone = await own.addAdmin('Gone');
  await own.send(gone, { path: '/me/deletion', body: { confirm: 'Gone' } });
  await keepForgotten({ league: own.league, config: configure(), signal });
  expect(await place.readText(forgottenName)).toBe(
    [other, gone.person_id].sort().join('\n').concat('\n'),
  );
});

interface Run {
  given?: string[];
  values?: Record<string, string | boolean>;
  environment?: Record<string, string>;
}

const run = (command: Command, { given = [], values = {}, environment = {} }: Run) =>
  command.run(configure(environment), { values, positionals: given });

it('is where a backup is written to and restored from by hand', async () => {
  expect(await run(backupCommand, { given: [s3.url], environment: { BACKUP_DIR: '' } })).toBe(0);
  const [name = ''] = await list();
  expect(lines.join('\n')).toContain(`npx muster restore ${name}`);
  expect(lines.join('\n')).not.toContain('S3RVER');
  expect(listLeft()).toEqual([]);
  await using there = await createTestDatabase({ isEmpty: true });
  const environment = { DATABASE_URL: there.url };
  expect(await run(restoreCommand, { given: [name], environment })).toBe(0);
  const names = 'select name from public.teams';
  expect(await there.database.query(names)).toEqual(await own.database.query(names));
  expect(listLeft()).toEqual([]);
});

it('is where a drill by hand takes the newest from, and any by its address', async () => {
  await fill();
  await run(backupCommand, {});
  const [name = ''] = (await list()).filter((each) => each > 'league-202609');
  expect(await run(restoreCommand, { values: { drill: true } })).toBe(0);
  expect(lines.at(-1)).toContain(`${name} (SHA-256 `);
  const values = { drill: true };
  const given = [`${s3.url}/league-20260308T000000Z.zip`];
  await expect(run(restoreCommand, { given, values })).rejects.toThrow('the zip is not sound');
  const missing = [`${s3.url}/league-20250308T000000Z.zip`];
  await expect(run(restoreCommand, { given: missing, values })).rejects.toThrow('it is not there');
  expect(listLeft()).toEqual([]);
});
