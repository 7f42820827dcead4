import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command as backupCommand } from '../commands/backup.ts';
import { parseConfig } from '../config.ts';
import { requireNoLeague } from '../league-file/import-league.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { openS3 } from './place/s3-place.ts';
import { type FaultyS3, startFaultyS3 } from './testing/faulty-s3.ts';

const cli = join(import.meta.dirname, '../cli.ts');
const patience = 600_000;
catchLines();
let base: TestDatabase;
let s3: FaultyS3;
let dataDir: string;
let name: string;

beforeAll(async () => {
  base = await createTestDatabase();
  await new ApiLeague(base).addTeam('Lantern', null);
  s3 = await startFaultyS3();
  dataDir = await mkdtemp(join(tmpdir(), 'muster-interrupted-'));
  const config = parseConfig({ DATABASE_URL: base.url, DATA_DIR: dataDir, BACKUP_DIR: s3.url });
  expect(await backupCommand.run(config, { values: {}, positionals: [] })).toBe(0);
  [name = ''] = await openS3(s3.soundUrl, dataDir).list();
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await base[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
});

const isAny = () => true;
const isSent = (method?: string, url?: string) =>
  method === 'PUT' && url?.includes('partNumber') === true;
/** Half of what an S3 is waited for by itself, in milliseconds. */
const atOnce = 60_000;

it.each([
  { args: ['backup'], falls: isAny, what: 'before a backup' },
  { args: ['backup'], falls: isSent, what: 'while a backup is sent' },
  { args: ['restore', 'NAME'], falls: isAny, what: 'while a restore looks for its file' },
  { args: ['restore', '--drill'], falls: isAny, what: 'while a trial looks for the newest' },
  { args: ['restore', '--at', 'now'], falls: isAny, what: 'while a journal is looked for' },
])('gives up at once where an S3 answers nothing, $what', async ({ args, falls }) => {
  let child: ChildProcess | null = null;
  let askedAt = Number.NaN;
  s3.meet(({ method, url }) => {
    if (!falls(method, url)) {
      return 'through';
    }
    askedAt ||= performance.now();
    child?.kill('SIGINT');
    return 'silence';
  });
  const where = args.includes('--at')
    ? { DATA_DIR: join(dataDir, 'none'), DATABASE_URL: '' }
    : { DATA_DIR: dataDir, DATABASE_URL: base.url };
  child = spawn(process.execPath, [cli, ...args.map((arg) => (arg === 'NAME' ? name : arg))], {
    env: { ...process.env, ...where, BACKUP_DIR: s3.url },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  await expect.poll(() => child?.exitCode, { timeout: patience }).toBe(1);
  expect(errors).toContain('nothing is left half done');
  expect(performance.now() - askedAt).toBeLessThan(atOnce);
  expect(await readdir(join(where.DATA_DIR, 'backup-work'))).toEqual([]);
  expect(await openS3(s3.soundUrl, dataDir).list()).toEqual([name]);
});

it.each(['SIGINT', 'SIGTERM'] as const)(
  'leaves nothing of a restore from an S3 that %s ends while the file comes',
  async (signal) => {
    await using there = await createTestDatabase({ isEmpty: true });
    let child: ChildProcess | null = null;
    s3.meet(({ method, headers }) => {
      if (method === 'GET' && headers.range !== undefined) {
        child?.kill(signal);
      }
      return 'through';
    });
    child = spawn(process.execPath, [cli, 'restore', name], {
      env: { ...process.env, DATABASE_URL: there.url, DATA_DIR: dataDir, BACKUP_DIR: s3.url },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString('utf8');
    });
    const code = await new Promise((resolve) => child?.once('close', resolve));
    expect([code, errors]).toEqual([1, expect.stringContaining('nothing is left half done')]);
    expect(await readdir(join(dataDir, 'backup-work'))).toEqual([]);
    await requireNoLeague(there.database);
    const tables = await there.database.query(
      `select 1 from pg_tables where schemaname = 'public'`,
    );
    expect(tables).toEqual([]);
  },
);
