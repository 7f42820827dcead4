import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { type ApiLeague, createApiLeague } from '../testing/api-league.ts';
import { backUpNightly } from './back-up-nightly.ts';
import { toBackupName } from './backup-name.ts';

let own: ApiLeague;
let folder: string;

beforeAll(async () => {
  own = await createApiLeague();
  await own.addLadder('tanks');
  await own.addAdmin('Owner');
  await own.database.query(
    `update auth.users set email = 'owner@league.example', email_confirmed_at = now()`,
  );
  await own.database.query('insert into private.backup_drills default values');
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-nightly-'));
  await own.database.query('delete from private.backup_runs');
  await own.database.query('delete from private.notices');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;

/** Has the job come by at an instant; another folder may be given, or another signal. */
async function comeBy(instant: string, { directory = folder, stopping = signal } = {}) {
  own.moveTo(instant);
  // Drills have tests of their own.
  await own.database.query('update private.backup_drills set drilled_at = $1', [instant]);
  const config = parseConfig({ BACKUP_DIR: directory, DATABASE_URL: own.database.url });
  return backUpNightly({ league: own.league, config, signal: stopping });
}

/** Who was told what, and whether by mail too. */
const listTold = async () => {
  const rows = await own.database.query<{ username: string; kind: string; by_mail: boolean }>(
    `select p.username, n.kind, n.by_mail from private.notices n
     join public.profiles p on p.id = n.person_id
     order by n.created_at, n.kind`,
  );
  return rows.map(({ username, kind, by_mail }) => [username, kind, by_mail]);
};

const readRun = async () => {
  const [row] = await own.database.query('select * from private.backup_runs');
  return row;
};

it('makes one at once, then one after each half past three', async () => {
  const made = [];
  for (const instant of [
    '2026-11-20T12:00:00.000Z',
    '2026-11-20T12:01:00.000Z',
    '2026-11-21T03:29:59.999Z',
    '2026-11-21T03:30:00.000Z',
    '2026-11-21T03:31:00.000Z',
    '2026-11-22T03:30:01.000Z',
  ]) {
    made.push(await comeBy(instant));
  }
  expect(made).toEqual([true, false, false, true, false, true]);
  expect(readdirSync(folder).sort()).toEqual([
    'league-20261120T120000Z.zip',
    'league-20261121T033000Z.zip',
    'league-20261122T033001Z.zip',
  ]);
  expect(await readRun()).toMatchObject({
    made_at: new Date('2026-11-22T03:30:01.000Z'),
    name: 'league-20261122T033001Z.zip',
    failed_at: null,
  });
});

it.each([
  ['a moment before now', '2026-11-20T11:59:59.999Z', false],
  ['now', '2026-11-20T12:00:00.000Z', false],
  ['a moment after now, which counts as none', '2026-11-20T12:00:00.001Z', true],
])('after the clock was set back, where the last one is of %s', async (_when, made, isMade) => {
  await own.database.query(
    `insert into private.backup_runs (since, made_at) values ('2026-11-01T00:00:00Z', $1)`,
    [made],
  );
  expect(await comeBy('2026-11-20T12:00:00.000Z')).toBe(isMade);
  expect(await readRun()).toMatchObject({
    made_at: new Date(isMade ? '2026-11-20T12:00:00.000Z' : made),
  });
});

it.each([
  ['nearly an hour, as clocks may differ', '2026-11-20T12:59:59.999Z', false],
  ['an hour, as clocks do not differ', '2026-11-20T13:00:00.000Z', true],
  ['more', '2026-11-20T13:00:00.001Z', true],
])('whoever began after now by %s', async (_how, begun, isMade) => {
  await own.database.query(
    `insert into private.backup_runs (since, begun_at, made_at) values ($1, $1, null)`,
    [begun],
  );
  expect(await comeBy('2026-11-20T12:00:00.000Z')).toBe(isMade);
  const since = new Date(isMade ? '2026-11-20T12:00:00.000Z' : begun);
  expect(await readRun()).toMatchObject({ since });
});

it('goes on every night after the clock was set back, and keeps what each night made', async () => {
  for (let night = 10; night < 20; night += 1) {
    const at = new Date(Date.UTC(2027, 5, night));
    writeFileSync(join(folder, toBackupName(at, { isSealed: false })), 'of a clock ahead');
  }
  expect(await comeBy('2027-06-20T03:30:00.000Z')).toBe(true);
  const ahead = readdirSync(folder);
  for (const instant of ['2026-11-20T12:00:00.000Z', '2026-11-21T03:30:00.000Z']) {
    expect(await comeBy(instant)).toBe(true);
  }
  expect(readdirSync(folder).sort()).toEqual([
    'league-20261120T120000Z.zip',
    'league-20261121T033000Z.zip',
    ...ahead.sort(),
  ]);
});

it.each([
  ['now', '2026-11-21T18:00:00.001Z', []],
  ['a moment after now', '2026-11-21T18:00:00.002Z', ['backup_stale']],
])('counts one for the alarm that is of %s', async (_when, made, kinds) => {
  const instant = '2026-11-21T18:00:00.001Z';
  await own.database.query(
    `insert into private.backup_runs (since, begun_at, made_at)
     values ('2026-11-20T12:00:00Z', $1, $2)`,
    [instant, made],
  );
  expect(await comeBy(instant)).toBe(false);
  expect((await listTold()).map(([, kind]) => kind)).toEqual(kinds);
});

it('is made by one of two processes that come by together', async () => {
  const both = await Promise.all([
    comeBy('2026-11-20T12:00:00.000Z'),
    comeBy('2026-11-20T12:00:00.000Z'),
  ]);
  expect(both.sort()).toEqual([false, true]);
});

/** Backups of ten nights long ago, of which two may go. */
function fillFolder(): string[] {
  const nights = Array.from({ length: 10 }, (_, night) => new Date(Date.UTC(2026, 2, 8 + night)));
  const names = nights.map((at) => toBackupName(at, { isSealed: false }));
  for (const name of names) {
    writeFileSync(join(folder, name), 'old');
  }
  writeFileSync(join(folder, 'league-mine.zip'), 'mine');
  return [...names, 'league-mine.zip'];
}

it('takes old ones away once a new one was read back, and nothing else', async () => {
  const before = fillFolder();
  expect(await comeBy('2026-11-20T12:00:00.000Z')).toBe(true);
  const after = readdirSync(folder);
  expect(after).toContain('league-20261120T120000Z.zip');
  expect(after).toContain('league-mine.zip');
  expect(after.length).toBeLessThan(before.length + 1);
});

it('takes nothing away where the new one fails, says why, and tries again in an hour', async () => {
  const before = fillFolder();
  // Somebody's folder is where the backup would be.
  const inTheWay = 'league-20261120T120000Z.zip';
  mkdirSync(join(folder, inTheWay));
  await expect(comeBy('2026-11-20T12:00:00.000Z')).rejects.toThrow();
  expect(readdirSync(folder).sort()).toEqual([...before, inTheWay].sort());
  const failed_at = new Date('2026-11-20T12:00:00.000Z');
  expect(await readRun()).toMatchObject({ made_at: null, failed_at, failure: 'EISDIR' });
  expect(await comeBy('2026-11-20T12:59:59.999Z')).toBe(false);
  const failed = [['Owner', 'backup_failed', true]];
  expect(await listTold()).toEqual(failed);
  mkdirSync(join(folder, 'league-20261120T130000Z.zip'));
  await expect(comeBy('2026-11-20T13:00:00.000Z')).rejects.toThrow();
  expect(await listTold()).toEqual(failed);
  rmdirSync(join(folder, 'league-20261120T130000Z.zip'));
  rmdirSync(join(folder, inTheWay));
  expect(await comeBy('2026-11-20T14:00:00.000Z')).toBe(true);
  expect(await readRun()).toMatchObject({ failed_at: null, failure: null, failing_since: null });
  mkdirSync(join(folder, 'league-20261121T033000Z.zip'));
  await expect(comeBy('2026-11-21T03:30:00.000Z')).rejects.toThrow();
  expect(await listTold()).toEqual([...failed, ...failed]);
});

it.each([
  ['for as long as one may be late', '2026-11-21T18:00:00.000Z', []],
  ['when it is later', '2026-11-21T18:00:00.001Z', ['backup_stale']],
])('tells that none was made, whatever the reason: %s', async (_when, instant, kinds) => {
  expect(await comeBy('2026-11-20T12:00:00.000Z')).toBe(true);
  // Somebody else has the turn, and nothing comes of it.
  await own.database.query('update private.backup_runs set begun_at = $1', [instant]);
  for (let minute = 0; minute < 3; minute += 1) {
    expect(await comeBy(instant)).toBe(false);
  }
  expect((await listTold()).map(([, kind]) => kind)).toEqual(kinds);
});

it('expects none of the time in which nobody tried', async () => {
  expect(await comeBy('2026-11-20T12:00:00.000Z')).toBe(true);
  const directory = join(folder, 'disk');
  await expect(comeBy('2026-12-20T12:00:00.000Z', { directory })).rejects.toThrow();
  expect(await comeBy('2026-12-20T12:59:59.000Z', { directory })).toBe(false);
  expect((await listTold()).map(([, kind]) => kind)).toEqual(['backup_failed']);
});

it('does not make the folder that is missing: a disk may not be there', async () => {
  const directory = join(folder, 'disk');
  await expect(comeBy('2026-11-20T12:00:00.000Z', { directory })).rejects.toThrow('ENOENT');
  expect(await readRun()).toMatchObject({ failure: 'ENOENT' });
  expect(readdirSync(folder)).toEqual([]);
});

it('leaves nothing when the server stops, and whoever starts next makes it', async () => {
  const stopping = new AbortController();
  const made = comeBy('2026-11-20T12:00:00.000Z', { stopping: stopping.signal });
  stopping.abort();
  expect(await made).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
  expect(await readRun()).toMatchObject({ failed_at: null });
  expect(await comeBy('2026-11-20T12:00:01.000Z')).toBe(true);
  expect(readFileSync(join(folder, 'league-20261120T120001Z.zip')).length).toBeGreaterThan(1000);
});
