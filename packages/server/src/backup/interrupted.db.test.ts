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
}, patience);
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await base[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true });
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
  patience,
);
