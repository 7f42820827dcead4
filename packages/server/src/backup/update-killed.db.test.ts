import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createTestDatabase, holdOpen } from '@muster/database/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { verify } from '../engine/replay/verify.ts';
import { importGiven } from '../league-file/import-given.ts';
import { listMigrationFolders } from '../open-league.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { parseBackupName } from './backup-name.ts';
import { updateLeague } from './update-league.ts';

const patience = 600_000;
const script = join(import.meta.dirname, 'testing/update-newer.ts');
const gate = 'select pg_advisory_xact_lock(7)';
/** The locks of this database alone: tests of others wait on the same server, by the same numbers. */
const waitsHere = `select 1 from pg_locks where not granted
  and database = (select oid from pg_database where datname = current_database())`;
let own: ApiLeague;
let folder: string;
let newer: string;
catchLines();

beforeEach(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  await own.addTeam('Lantern', 'tanks');
  folder = await mkdtemp(join(tmpdir(), 'muster-killed-'));
  newer = await mkdtemp(join(tmpdir(), 'muster-newer-'));
  for (const [index, sql] of [
    'create table public.newer_first ()',
    `alter table public.ladders add column newer int; ${gate}; create table public.newer_second ()`,
    'create index concurrently newer_index on public.teams (name)',
  ].entries()) {
    writeFileSync(join(newer, `2099010100000${index}_newer.sql`), sql);
  }
});
afterEach(async () => {
  await own[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
  await rm(newer, { recursive: true });
});

const configure = (url: string) => parseConfig({ DATABASE_URL: url, BACKUP_DIR: folder });

function start(): ChildProcess {
  const env = { ...process.env, DATABASE_URL: own.database.url, BACKUP_DIR: folder };
  return spawn(process.execPath, [script, newer], { env, stdio: 'inherit' });
}

async function kill(child: ChildProcess): Promise<void> {
  expect(child.exitCode).toBeNull();
  child.kill('SIGKILL');
  await once(child, 'close');
}

/** Holds what a start needs to go on until it is let go. */
const hold = (sql: string) => holdOpen(own.database, sql);

const waitFor = (sql: string) =>
  expect
    .poll(async () => (await own.database.query(sql)).length > 0, { timeout: patience })
    .toBe(true);
const listBackups = () => readdirSync(folder).filter((name) => parseBackupName(name) !== null);

const points = [
  {
    point: 'while the backup before an update was written',
    held: 'lock table public.teams in access exclusive mode',
    waits: `${waitsHere} and relation = 'public.teams'::regclass`,
    backups: 0,
    isUnchanged: true,
  },
  {
    point: 'between that backup and the first change',
    held: `select pg_advisory_xact_lock(hashtextextended('muster.migrations', 0))`,
    waits: `select 1 from pg_stat_activity
      where datname = current_database() and application_name = 'muster migrate'`,
    backups: 1,
    isUnchanged: true,
  },
  {
    point: 'in the midst of a change',
    held: gate,
    waits: `${waitsHere} and locktype = 'advisory' and objid = 7`,
    backups: 1,
  },
  {
    point: 'while an index was built',
    held: 'lock table public.teams in row exclusive mode',
    waits: `select 1 from pg_index where indexrelid = to_regclass('public.newer_index')`,
    backups: 1,
  },
];

it.each(points)(
  'a start that was killed $point is made good by the next',
  async ({ held, waits, backups, isUnchanged = false }) => {
    const letGo = await hold(held);
    const child = start();
    await waitFor(waits);
    await kill(child);
    expect(listBackups()).toHaveLength(backups);
    await letGo();
    if (isUnchanged) {
      // The version before may serve on, and what is done there is in the backup too.
      await own.addTeam('Later', null);
    }

    const config = configure(own.database.url);
    const folders = [...listMigrationFolders(config), { label: 'newer', path: newer }];
    const opened = { database: own.database, kind: 'external' } as const;
    const update = () => updateLeague(config, opened, { folders, print: () => undefined });
    expect((await update()).at(-1)).toBe('20990101000002_newer.sql');
    expect(await update()).toEqual([]);
    await own.database.query(
      'select newer from public.ladders, public.newer_first, public.newer_second',
    );
    const indexes = await own.database.query(
      `select 1 from pg_index where indexrelid = 'public.newer_index'::regclass and indisvalid`,
    );
    expect(indexes).toHaveLength(1);
    // None of half an update has taken the place of the one before it.
    expect(listBackups()).toHaveLength(1);
    expect(await verify(own.database)).toMatchObject({ difference: null });

    // What the update began with opens where no league is, and verifies there.
    await using there = await createTestDatabase();
    const path = join(folder, listBackups().sort()[0] ?? '');
    const args = { values: {}, positionals: [path] };
    await importGiven(configure(there.url), path, { args, isRestore: true });
    expect(await verify(there.database)).toMatchObject({ difference: null });
    const names = await there.database.query('select name from public.teams order by name');
    expect(names).toEqual(
      ['Lantern', ...(isUnchanged ? ['Later'] : [])].toSorted().map((name) => ({ name })),
    );

    // The next update has a backup of its own; one of the same second would bear the same name.
    const made = parseBackupName(basename(path))?.at.getTime() ?? Number.NaN;
    await setTimeout(Math.max(0, made + 1000 - Date.now()));
    writeFileSync(join(newer, '20990101000003_newer.sql'), 'create table public.newer_third ()');
    expect(await update()).toEqual(['20990101000003_newer.sql']);
    expect(listBackups()).toHaveLength(2);
    expect(listBackups()).toContain(basename(path));
  },
);
