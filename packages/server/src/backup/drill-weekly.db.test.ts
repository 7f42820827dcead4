import { readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAside } from '@muster/database';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { command as backupCommand } from '../commands/backup.ts';
import { command as restoreCommand } from '../commands/restore.ts';
import { parseConfig } from '../config.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { catchLines } from '../testing/catch-lines.ts';
import { backUpNightly } from './back-up-nightly.ts';
import { isDrillDue } from './drill-weekly.ts';
import { runDrill } from './run-drill.ts';

let base: TestDatabase;
let own: ApiLeague;
let folder: string;
let dataDir: string;
const patience = 600_000;
const signal = new AbortController().signal;
const lines = catchLines();

beforeAll(async () => {
  base = await createTestDatabase();
  own = new ApiLeague(base);
  await own.addLadder('tanks');
  await own.addTeam('Lantern', 'tanks');
  await own.addAdmin('Owner');
});
afterAll(() => base[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-drill-'));
  dataDir = await mkdtemp(join(tmpdir(), 'muster-drill-data-'));
  for (const table of ['backup_runs', 'backup_drills', 'notices']) {
    await own.database.query(`delete from private.${table}`);
  }
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
});

interface Coming {
  environment?: Record<string, string>;
  stopping?: AbortSignal;
}

/** Has the job come by at an instant. */
function comeBy(instant: string, { environment = {}, stopping = signal }: Coming = {}) {
  own.moveTo(instant);
  const places = { BACKUP_DIR: folder, DATA_DIR: dataDir, DATABASE_URL: base.url };
  const config = parseConfig({ ...places, ...environment });
  return backUpNightly({ league: own.league, config, signal: stopping });
}

const readDrill = async () => {
  const [row] = await own.database.query('select * from private.backup_drills');
  return row;
};
const listTold = async () => {
  const rows = await own.database.query<{ kind: string }>('select kind from private.notices');
  return rows.map(({ kind }) => kind);
};
/** What is left aside: databases, and files of this machine. */
const listLeft = async () => {
  const rows = await own.database.query<{ name: string }>(
    `select d.datname as name from pg_database d, pg_database own
     where own.datname = current_database() and d.datname = 'muster_aside_' || own.oid`,
  );
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  return [...rows.map(({ name }) => name), ...files.filter((file) => file.isFile()).map(String)];
};

it.each([
  ['none yet', null, true],
  ['less than a week ago', '2026-11-14T00:00:00.001Z', false],
  ['a week ago, as nights go', '2026-11-14T00:00:00.000Z', true],
  ['now', '2026-11-20T12:00:00.000Z', false],
  ['after now, of a clock that was set back', '2026-11-20T12:00:00.001Z', true],
])('is due where the last one that was well was %s', async (_when, drilled_at, isDue) => {
  const failed_at = '2026-11-20T00:00:00.000Z';
  await own.database.query(
    'insert into private.backup_drills (drilled_at, failed_at) values ($1, $2)',
    [drilled_at, failed_at],
  );
  expect(await isDrillDue(own.database, new Date('2026-11-20T12:00:00.000Z'))).toBe(isDue);
});

describe('the drill of a night’s backup', () => {
  it('that fails is told once until one is well again: a sealed one as it was before it was sealed; the backups stay', async () => {
    await own.database.query(
      `update private.stream_states set state = state || '{"forged":true}' where stream = 'site'`,
    );
    const words = /The drill of league-\S+ failed: restored, site differs at sequence \d+/;
    await expect(comeBy('2026-11-20T12:00:00.000Z')).rejects.toThrow(words);
    // The next fails at once, since there is another.
    const other = await openAside({ databaseUrl: base.url, dataDir });
    try {
      await expect(comeBy('2026-11-21T12:00:00.000Z')).rejects.toThrow(
        /The drill of league-\S+ failed: .* Another process has a database aside/,
      );
    } finally {
      await other.close();
    }
    expect(await listTold()).toEqual(['drill_failed']);
    expect(readdirSync(folder)).toHaveLength(2);
    expect(await own.database.query('select failed_at from private.backup_runs')).toEqual([
      { failed_at: null },
    ]);
    expect(await listLeft()).toEqual([]);
    await own.database.query(
      `update private.stream_states set state = state - 'forged' where stream = 'site'`,
    );
    const identity = await generateX25519Identity();
    const environment = { BACKUP_RECIPIENT: await identityToRecipient(identity) };
    expect(await comeBy('2026-11-22T12:00:00.000Z', { environment })).toBe(true);
    const name = 'league-20261122T120000Z.zip.age';
    expect(readdirSync(folder)).toHaveLength(3);
    const [run] = await own.database.query('select name, size, sha256 from private.backup_runs');
    expect(await readDrill()).toMatchObject({
      ...{ ...run, name },
      drilled_at: new Date('2026-11-22T12:00:00.000Z'),
      milliseconds: expect.any(Number),
      ...{ failed_at: null, failure: null, failing_since: null, impossible: null },
    });
    expect(await listLeft()).toEqual([]);

    // Elsewhere, by hand: with the key, without DATABASE_URL.
    const identityFile = join(folder, 'key.txt');
    writeFileSync(identityFile, identity);
    const drill = (values: Record<string, string | boolean>, given: string[]) =>
      restoreCommand.run(parseConfig({ DATA_DIR: dataDir, BACKUP_DIR: folder }), {
        ...{ values: { drill: true, ...values }, positionals: given },
      });
    await expect(drill({}, [])).rejects.toThrow('it is encrypted');
    expect(await drill({ identity: identityFile }, [])).toBe(0);
    expect(lines.at(-1)).toContain(`${join(folder, name)} (SHA-256 ${run?.sha256})`);
    expect(await listLeft()).toEqual([]);

    // The next night's is made, and not tried.
    expect(await comeBy('2026-11-23T12:00:00.000Z')).toBe(true);
    expect(await readDrill()).toMatchObject(run ?? {});
    expect(await listTold()).toEqual(['drill_failed']);
  });

  it('is none where the login may not create a database: that is said, and no alarm', async () => {
    const role = `drill_${Date.now()}`;
    await own.database.query(`create role ${role} login`);
    const address = new URL(base.url);
    address.username = role;
    const environment = { DATABASE_URL: address.href };
    expect(await comeBy('2026-11-20T12:00:00.000Z', { environment })).toBe(true);
    expect(await readDrill()).toMatchObject({ impossible: 'no_right', failed_at: null });
    await own.database.query(`drop role ${role}`);
    await comeBy('2026-11-20T13:00:00.000Z');
    expect(await listTold()).toEqual([]);
  });

  it('leaves nothing when the server stops', async () => {
    const stopping = new AbortController();
    const coming = comeBy('2026-11-20T12:00:00.000Z', { stopping: stopping.signal });
    await vi.waitFor(async () => expect(await listLeft()).toHaveLength(1), {
      ...{ timeout: patience, interval: 20 },
    });
    stopping.abort();
    expect(await coming).toBe(true);
    expect(await listLeft()).toEqual([]);
    expect(await readDrill()).toBeUndefined();
  });

  it('that was killed has failed, and the next takes away what it left', async () => {
    const worker = join(dataDir, 'killed.mjs');
    writeFileSync(worker, `process.once('message', () => process.kill(process.pid, 'SIGKILL'));`);
    const order = { path: '', where: { databaseUrl: base.url, dataDir } };
    expect(await runDrill(order, { signal, file: worker })).toEqual({
      failure: 'its process ended by SIGKILL',
      detail: '',
    });
  });

  it.each([
    ['a day less', '2026-11-29T12:00:00.000Z', 0],
    ['ten days', '2026-11-30T12:00:00.000Z', 0],
    ['longer', '2026-11-30T12:00:00.001Z', 1],
  ])('that was not for %s is told', async (_how, instant, times) => {
    await own.database.query(
      'insert into private.backup_runs (since, begun_at, made_at) values ($1, $2, $2)',
      ['2026-11-01T00:00:00.000Z', instant],
    );
    await own.database.query(
      `insert into private.backup_drills (drilled_at) values ('2026-11-20T12:00:00.000Z')`,
    );
    expect(await comeBy(instant)).toBe(false);
    expect(await comeBy(instant)).toBe(false);
    expect(await listTold()).toEqual(Array(times).fill('drill_stale'));
  });
});

it('by hand says in one line what is missing', async () => {
  const drill = (environment: Record<string, string>, given: string[] = []) =>
    restoreCommand.run(parseConfig({ DATA_DIR: dataDir, ...environment }), {
      ...{ values: { drill: true }, positionals: given },
    });
  await expect(drill({})).rejects.toThrow(
    'restore --drill takes FILE where BACKUP_DIR is not set.',
  );
  await expect(drill({ BACKUP_DIR: folder })).rejects.toThrow(`There is no backup in ${folder}.`);
  const missing = join(folder, 'x.zip');
  await expect(drill({}, [missing])).rejects.toThrow('x.zip');
});

it('by hand leaves nothing when it is stopped', async () => {
  const places = { BACKUP_DIR: folder, DATA_DIR: dataDir, DATABASE_URL: base.url };
  const config = parseConfig(places);
  await backupCommand.run(config, { values: {}, positionals: [] });
  const ended = restoreCommand.run(config, { values: { drill: true }, positionals: [] });
  const refused = expect(ended).rejects.toThrow('Stopped; nothing is left half done.');
  await vi.waitFor(async () => expect(await listLeft()).toHaveLength(1), {
    ...{ timeout: patience, interval: 20 },
  });
  // Ctrl-C at each of its steps is by stopped.db.
  process.emit('SIGTERM');
  await refused;
  expect(await listLeft()).toEqual([]);
});
