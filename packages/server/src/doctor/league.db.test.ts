import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type Database, startEmbedded } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openS3 } from '../backup/place/s3-place.ts';
import { type FaultyS3, startFaultyS3 } from '../backup/testing/faulty-s3.ts';
import { parseConfig } from '../config.ts';
import { diagnose } from './diagnose.ts';
import { lookWithin } from './finding.ts';
import { lookAtLastBackup, lookAtPlace, lookAtTrial } from './look-at-backups.ts';
import {
  lookAtChecksums,
  lookAtClock,
  lookAtEncoding,
  lookAtKeys,
  lookAtMigrations,
  lookAtRoles,
} from './look-at-database.ts';

const patience = 600_000;
/** A league that all look at; what would not be as it was has one of its own. */
let own: TestDatabase;
let database: Database;
let s3: FaultyS3;
let root: string;

beforeAll(async () => {
  s3 = await startFaultyS3();
  own = await createTestDatabase();
  database = own.database;
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await own[Symbol.asyncDispose]();
});
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-doctor-'));
  s3.meet(() => 'through');
});
afterEach(() => rm(root, { recursive: true, force: true }));

const configure = (more: Record<string, string> = {}) =>
  parseConfig({ DATA_DIR: root, DATABASE_URL: database.url, ...more });
const says = (pattern: RegExp) => expect.stringMatching(pattern);

describe('the database', () => {
  it('has the encoding that names need, or another', async () => {
    expect(await lookAtEncoding(database)).toMatchObject({ is: 'ok', says: says(/^UTF8, /) });
    await database.query(
      `create database doctor_ascii template template0 encoding 'SQL_ASCII' locale_provider libc lc_collate 'C' lc_ctype 'C'`,
    );
    const other = connect(database.url.replace(/\/test_\w+/, '/doctor_ascii'));
    try {
      expect(await lookAtEncoding(other)).toMatchObject({ is: 'wrong', says: says(/^SQL_ASCII/) });
    } finally {
      await other.close();
      await database.query('drop database doctor_ascii with (force)');
    }
  });

  it('sorts as its indexes were made, or otherwise since the machine’s rules are others', async () => {
    await database.query(
      `create database doctor_sorted template template0 encoding 'UTF8' locale_provider builtin builtin_locale 'C.UTF-8'`,
    );
    const other = connect(database.url.replace(/\/test_\w+/, '/doctor_sorted'));
    const [made] = await other.query<{ version: string }>(
      'select datcollversion as version from pg_database where datname = current_database()',
    );
    try {
      expect(made?.version).toMatch(/./);
      expect(await lookAtEncoding(other)).toMatchObject({ is: 'ok', says: says(/^UTF8, /) });
      await other.query(
        `update pg_database set datcollversion = '0' where datname = current_database()`,
      );
      expect(await lookAtEncoding(other)).toMatchObject({
        ...{ is: 'wrong', says: says(/ sorts otherwise now than its indexes do \(0, \S+\): /) },
      });
    } finally {
      await other.close();
      await database.query('drop database doctor_sorted with (force)');
    }
  });

  it('lets its login act as the roles of the API, or not', async () => {
    expect(await lookAtRoles(database)).toMatchObject({ is: 'ok' });
    await database.query('create role doctor_login login');
    const url = new URL(database.url);
    url.username = 'doctor_login';
    const other = connect(url.href);
    try {
      expect(await lookAtRoles(other)).toMatchObject({
        ...{
          is: 'wrong',
          says: says(/^doctor_login may not act as anon, authenticated, service_role:/),
        },
      });
      await database.query('grant anon, service_role to doctor_login');
      expect((await lookAtRoles(other)).says).toMatch(
        /^doctor_login may not act as authenticated: npx muster migrate/,
      );
      await database.query('grant authenticated to doctor_login');
      expect(await lookAtRoles(other)).toEqual({
        ...{ is: 'ok', says: 'doctor_login may act as anon, authenticated, service_role' },
      });
    } finally {
      await other.close();
      await database.query('drop role doctor_login');
    }
  });

  it('has the migrations of this program, fewer, or more', async () => {
    await using other = await createTestDatabase();
    const look = () => lookAtMigrations(other.database, configure());
    expect(await look()).toEqual({ is: 'ok', says: 'all applied' });
    await other.database.query(
      `insert into private.migrations values ('league', '29990101000000_x.sql', '')`,
    );
    expect(await look()).toMatchObject({ is: 'wrong', says: says(/newer version$/) });
    await other.database.query(`delete from private.migrations where name >= (
      select max(name) from private.migrations where folder = 'league' and name < '2999')`);
    expect(await look()).toMatchObject({ is: 'wrong', says: says(/to be applied/) });
  });

  it('has a clock that agrees with this machine’s, or does not', async () => {
    const look = (apart: number) => lookAtClock(database, () => Date.now() + apart);
    expect(await look(0)).toMatchObject({ is: 'ok' });
    expect(await look(1_000)).toMatchObject({ is: 'ok' });
    expect(await look(10_000)).toMatchObject({ is: 'warning' });
    expect(await look(-10_000)).toMatchObject({ is: 'warning' });
    expect(await look(60_000)).toMatchObject({ is: 'wrong', says: says(/^\d+\.\d s from/) });
    expect(await look(-60_000)).toMatchObject({ is: 'wrong' });
  });

  it('has a clock that is so far before or behind this machine’s, which is well or not', async () => {
    await using still = await createTestDatabase();
    // One that stands still, in the place of the database's own.
    await still.database.query(`create function public.clock_timestamp() returns timestamptz
      language sql return timestamptz '2026-11-25 12:00:00Z'`);
    const name = new URL(still.url).pathname.slice(1);
    await still.database.query(`alter database ${name} set search_path = public, pg_catalog`);
    const other = connect(still.url);
    const at = Date.parse('2026-11-25T12:00:00.000Z');
    try {
      for (const [apart, is, words] of [
        [0, 'ok', /^0\.0 s from the database’s$/],
        [2_000, 'ok', /^2\.0 s from the database’s$/],
        [2_001, 'warning', /^2\.0 s .*timedatectl/],
        [30_000, 'warning', /^30\.0 s/],
        [30_001, 'wrong', /^30\.0 s .*timedatectl/],
      ] as const) {
        for (const [before, after] of [
          [at + apart, at + apart + 5],
          [at - apart - 5, at - apart],
        ] as const) {
          const times = [before, after];
          const found = await lookAtClock(other, () => times.shift() ?? 0);
          expect({ apart, ...found }).toEqual({ apart, is, says: says(words) });
        }
      }
      // What was asked for a minute may have been answered at any instant of it.
      const slow = [at - 30_000, at + 30_000];
      expect((await lookAtClock(other, () => slow.shift() ?? 0)).is).toBe('ok');
    } finally {
      await other.close();
    }
  });

  it('keeps keys that only the league’s login may use', async () => {
    const look = (more = {}) => lookAtKeys(database, configure(more));
    await database.query('delete from private.secrets');
    expect(await look()).toMatchObject({ is: 'warning', says: says(/^none yet/) });
    await database.query(
      `insert into private.secrets (name, value) values ('jwt_secret', 'hunter2')`,
    );
    expect(await look()).toMatchObject({ is: 'warning', says: says(/second steps/) });
    await database.query(
      `insert into private.secrets (name, value) values ('db_encryption_key', 'hunter2')`,
    );
    const well = await look();
    expect(well).toMatchObject({ is: 'ok', says: says(/^2 in private\.secrets/) });
    expect(well.says).not.toContain('hunter2');
    await writeFile(join(root, '.env'), 'KEY=hunter2');
    await chmod(join(root, '.env'), 0o640);
    const functions = { FUNCTIONS_DIR: root };
    expect(await look(functions)).toMatchObject({ is: 'wrong', says: says(/chmod 600 .*\.env$/) });
    await chmod(join(root, '.env'), 0o600);
    expect(await look(functions)).toMatchObject({ is: 'ok' });
    await database.query('grant select on private.secrets to authenticated');
    expect(await look()).toMatchObject({ is: 'wrong', says: says(/^authenticated may use/) });
    await database.query('revoke all on private.secrets from authenticated');
    for (const right of ['select', 'insert', 'update', 'delete']) {
      await database.query(`grant ${right} on private.secrets to service_role, anon`);
      expect(await look()).toEqual({
        is: 'wrong',
        says: 'anon, service_role may use private.secrets: revoke all on private.secrets from anon, service_role',
      });
      await database.query('revoke all on private.secrets from anon, service_role');
    }
    expect(await look()).toMatchObject({ is: 'ok' });
  });

  it.each([
    ['postgres.json', 0o604],
    ['postgres.json', 0o640],
    ['.env', 0o601],
    ['.env', 0o610],
  ])(
    'lies beside a file of keys, %s, that nobody else may use in any way: not by %o',
    async (name, mode) => {
      const functions = { FUNCTIONS_DIR: root };
      await database.query(
        `insert into private.secrets (name, value) values ('db_encryption_key', 'x') on conflict do nothing`,
      );
      const path = join(root, name);
      await writeFile(path, '{}');
      for (const [given, is] of [
        [0o600, 'ok'],
        [mode, 'wrong'],
      ] as const) {
        await chmod(path, given);
        expect([given, (await lookAtKeys(database, configure(functions))).is]).toEqual([given, is]);
      }
    },
  );

  it('has keys to seal with where it keeps second steps itself, and none before it has tables', async () => {
    await database.query('delete from private.secrets');
    const supabase = { url: 'https://a.test', anonKey: 'a', serviceRoleKey: 's' };
    expect(await lookAtKeys(database, { ...configure(), supabase })).toEqual({
      ...{ is: 'ok', says: '0 in private.secrets, for the league’s own login alone' },
    });
    await database.query('alter table private.secrets rename to gone');
    expect(await lookAtKeys(database, configure())).toEqual({
      ...{ is: 'warning', says: 'none yet: the first start makes them' },
    });
    await database.query('alter table private.gone rename to secrets');
  });
});

describe('the place of backups', () => {
  const look = (more: Record<string, string>, signal = AbortSignal.timeout(patience)) =>
    lookWithin('Backups', patience, () => lookAtPlace(configure(more), signal));

  it('is none, a folder, or an S3, in which nothing of the look stays', async () => {
    expect(await look({})).toMatchObject({ is: 'warning', says: says(/set BACKUP_DIR/) });
    expect(await look({ BACKUP_DIR: root })).toMatchObject({ is: 'ok' });
    expect(await readdir(root)).toEqual([]);
    expect(await look({ BACKUP_DIR: s3.url })).toMatchObject({ is: 'ok' });
    expect(await openS3(s3.soundUrl, root).listBelow('doctor-')).toEqual([]);
  });

  it('is on the disk of an embedded database', async () => {
    const embedded = { DATABASE_URL: '', BACKUP_DIR: root };
    expect(await look(embedded)).toMatchObject({
      is: 'warning',
      says: says(/one that dies takes both/),
    });
  });

  it('is not there, no folder, or takes nothing', async () => {
    expect(await look({ BACKUP_DIR: join(root, 'none') })).toMatchObject({
      ...{ is: 'wrong', says: says(/is not there: mount its disk/) },
    });
    await writeFile(join(root, 'file'), '');
    expect(await look({ BACKUP_DIR: join(root, 'file') })).toMatchObject({ is: 'wrong' });
    // Where nobody makes a file, whoever asks.
    expect(await look({ BACKUP_DIR: '/proc' })).toMatchObject({
      ...{ is: 'wrong', says: says(/takes nothing \(E\w+\)/) },
    });
  });

  it('is an S3 that refuses, keeps nothing, or is silent', async () => {
    s3.meet(() => ({ status: 403 }));
    const refused = await look({ BACKUP_DIR: s3.url });
    expect(refused).toMatchObject({ is: 'wrong', says: says(/^S3 answered PUT with 403/) });
    s3.meet(({ method }) => (method === 'PUT' ? { status: 200 } : 'through'));
    expect(await look({ BACKUP_DIR: s3.url })).toMatchObject({
      is: 'wrong',
      says: says(/something else/),
    });
    s3.meet(() => 'silence');
    expect(await look({ BACKUP_DIR: s3.url }, AbortSignal.timeout(300))).toMatchObject({
      is: 'wrong',
    });
  });
});

describe('the last backup and the last trial', () => {
  const now = new Date('2026-11-25T12:00:00.000Z');
  const hour = 3600_000;
  const at = (ago: number) => new Date(now.getTime() - ago * hour);
  const config = () => configure({ BACKUP_DIR: root });
  const backup = () => lookAtLastBackup({ database, now }, config(), AbortSignal.timeout(patience));
  const trial = () => lookAtTrial({ database, now }, config());
  const name = 'league-20261125T033000Z.zip';

  afterEach(() =>
    database.query('delete from private.backup_runs; delete from private.backup_drills'),
  );

  it('are none where none are made', async () => {
    const signal = AbortSignal.timeout(patience);
    const unset = { is: 'warning', says: says(/set BACKUP_DIR/) };
    expect(await lookAtLastBackup({ database, now }, configure(), signal)).toMatchObject(unset);
    expect(await lookAtTrial({ database, now }, configure())).toMatchObject(unset);
    expect(await backup()).toMatchObject({ is: 'warning', says: says(/^none yet/) });
    expect(await trial()).toMatchObject({ is: 'warning', says: says(/^none yet/) });
  });

  it('are somebody else’s with a Supabase, whatever is set here', async () => {
    const theirs = {
      ...{ SUPABASE_URL: 'http://localhost:1', SUPABASE_ANON_KEY: 'a' },
      SUPABASE_SERVICE_ROLE_KEY: 'b',
    };
    for (const more of [theirs, { ...theirs, BACKUP_DIR: root }]) {
      const set = configure(more);
      const signal = AbortSignal.timeout(patience);
      const looks = [
        await lookAtPlace(set, signal),
        await lookAtLastBackup({ database, now }, set, signal),
        await lookAtTrial({ database, now }, set),
      ];
      expect(looks).toEqual(Array(3).fill({ is: 'ok', says: says(/keeps its own$/) }));
    }
  });

  it.each([
    [8, true, 'ok', /^league-20261125T033000Z\.zip, 8 h ago$/],
    [30, true, 'ok', /30 h ago$/],
    [30.001, true, 'wrong', /each night while it runs/],
    [8, false, 'wrong', /is no longer in/],
  ])('a backup of %d hours ago, there: %s, is %s', async (ago, isThere, is, words) => {
    if (isThere) {
      await writeFile(join(root, name), '');
    }
    await database.query('insert into private.backup_runs (made_at, name) values ($1, $2)', [
      at(ago),
      name,
    ]);
    expect(await backup()).toMatchObject({ is, says: says(words) });
  });

  it('backups that fail are wrong, whatever the last was', async () => {
    await writeFile(join(root, name), '');
    await database.query(
      `insert into private.backup_runs (made_at, name, failing_since, failure) values ($1, $2, $1, 'ENOSPC')`,
      [at(1), name],
    );
    expect(await backup()).toMatchObject({
      is: 'wrong',
      says: says(/^they have failed since .*ENOSPC/),
    });
  });

  it.each([
    [{ drilled_at: 0.5, name }, 'ok', / 0 h ago$/],
    [{ drilled_at: 47.9, name }, 'ok', / 47 h ago$/],
    [{ drilled_at: 48, name }, 'ok', / 2 days ago$/],
    [{ drilled_at: 71.9, name }, 'ok', / 2 days ago$/],
    [{ drilled_at: 240, name }, 'ok', /10 days ago$/],
    [{ drilled_at: 240.001, name }, 'wrong', /restore --drill/],
    [{ drilled_at: 1, name, failure: 'half of it' }, 'wrong', /^the last failed \(half of it\)/],
    [{ impossible: 'no_right' }, 'warning', /may create no database/],
    [{ impossible: 'no_way' }, 'warning', /leads to no new database/],
  ] as const)('a trial of %o is %s', async (row: Trial, is, words) => {
    await database.query(
      `insert into private.backup_drills (drilled_at, name, failure, impossible) values ($1, $2, $3, $4)`,
      [
        row.drilled_at === undefined ? null : at(row.drilled_at),
        ...[row.name ?? null, row.failure ?? null, row.impossible ?? null],
      ],
    );
    expect(await trial()).toMatchObject({ is, says: says(words) });
  });
});

interface Trial {
  drilled_at?: number;
  name?: string;
  failure?: string;
  impossible?: string;
}

describe('all of it', () => {
  const look = async (environment: Record<string, string>) => {
    const printed: string[] = [];
    await diagnose({ DATA_DIR: root, PORT: '0', ...environment }, ({ name, is, says: words }) =>
      printed.push(`${name}: ${is} ${words}`),
    );
    return printed;
  };

  it('says of a league that is well that it is, and tells none of its secrets', async () => {
    const secret = 'hunter2hunter2hunter2hunter2hunter2';
    await database.query(
      `insert into private.secrets (name, value) values ('db_encryption_key', $1)
         on conflict (name) do update set value = $1`,
      [secret],
    );
    const url = new URL(database.url);
    url.password = secret;
    const env = {
      ...{ PATH: process.env.PATH, DATA_DIR: root, PORT: '0', DATABASE_URL: url.href },
      ...{
        JWT_SECRET: secret,
        SMTP_URL: `smtp://me:${secret}@127.0.0.1:1`,
        STEAM_API_KEY: secret,
      },
      ...{ BACKUP_DIR: s3.url, STORAGE_S3_URL: `https://key:${secret}@127.0.0.1:1/bucket` },
      ...{ DISCORD_CLIENT_ID: '1', DISCORD_CLIENT_SECRET: secret, DISCORD_BOT_TOKEN: secret },
    };
    const cli = join(import.meta.dirname, '../cli.ts');
    const ended = await promisify(execFile)(process.execPath, [cli, 'doctor'], { env }).catch(
      (error: { stdout: string; stderr: string; code: number }) => error,
    );
    const lines = ended.stdout.trim().split('\n');
    expect(lines.filter((line) => line.includes('WRONG'))).toEqual([
      expect.stringMatching(/^Mail +WRONG +127\.0\.0\.1 does not take it/),
    ]);
    expect(lines).toContainEqual(says(/^Database +ok +PostgreSQL .* at DATABASE_URL$/));
    expect(lines.at(-1)).toMatch(/^1 wrong, \d+ to know of$/);
    expect('code' in ended ? ended.code : 0).toBe(1);
    const said = ended.stdout + ended.stderr;
    expect(said).not.toContain('hunter2');
    expect(said).not.toContain(new URL(s3.url).password);
  });

  it('goes on where the database does not answer, or is silent, and ends', async () => {
    const away = await look({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/league' });
    expect(away).toContainEqual(
      says(/^Database: wrong The database does not answer: .*ECONNREFUSED 127\.0\.0\.1:1$/),
    );
    expect(away).toContainEqual('Keys: unknown looked at once there is a database');
    expect(away.at(-1)).toMatch(/^Client: /);
    const sockets = new Set<{ destroy(): void }>();
    const silent = createServer((socket) => sockets.add(socket));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const mute = await look({ DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${port}/league` });
    expect(mute).toContainEqual(says(/^Database: wrong /));
    expect([...away, ...mute].join('\n')).not.toContain('hunter2');
    for (const socket of sockets) {
      socket.destroy();
    }
    silent.close();
  });

  it('joins an embedded database that runs, starts one that does not, and makes none', async () => {
    await using none = await createTestDatabase({ isEmpty: true });
    const empty = await look({ DATABASE_URL: none.url });
    expect(empty).toContainEqual(says(/^Migrations: wrong /));
    for (const name of ['Last backup', 'Trial']) {
      expect(empty).toContainEqual(`${name}: unknown looked at once the migrations are applied`);
    }
    expect(empty).toContainEqual('Keys: warning none yet: the first start makes them');
    expect(await look({})).toContainEqual('Database: warning none yet: npm start makes it');
    expect(await readdir(root)).toEqual([]);
    const server = await startEmbedded({ dataDir: root, isDurable: false });
    const running = await look({});
    expect(running).toContainEqual(says(/^Database: ok PostgreSQL [\d.]+, embedded, in [^,]*$/));
    expect(running).toContainEqual('Checksums: ok on');
    await server.stop();
    expect(await look({})).toContainEqual(
      says(/^Database: ok .*not running: started for this look$/),
    );
    expect(await stat(join(root, 'postgres.json')).catch(() => null)).toBeNull();
  });
});

it('a database whose pages have checksums, or none, is told', async () => {
  await using set = await createTestDatabase();
  const name = new URL(set.url).pathname.slice(1);
  await set.database.query(`alter database ${name} set search_path = public, pg_catalog`);
  // No server is without here, so what says how it is set is laid over.
  const look = async (value: string) => {
    await set.database.query(
      `create or replace function public.current_setting(text) returns text language sql return '${value}'`,
    );
    const other = connect(set.url);
    const found = await lookAtChecksums(other);
    await other.close();
    return found;
  };
  expect(await look('on')).toMatchObject({ is: 'ok' });
  expect(await look('off')).toMatchObject({ is: 'warning', says: says(/pg_checksums --enable/) });
});
