import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command as restoreCommand } from '../../commands/restore.ts';
import { parseConfig } from '../../config.ts';
import { type OpenLeague, openLeague } from '../../open-league.ts';
import { ApiLeague } from '../../testing/api-league.ts';
import { catchLines } from '../../testing/catch-lines.ts';
import { openS3 } from '../place/s3-place.ts';
import { type FaultyS3, startFaultyS3 } from '../testing/faulty-s3.ts';
import { createJournal, type KeptJournal } from './keep-journal.ts';

const { signal } = new AbortController();
const minute = 60_000;
catchLines();
let root: string;
let s3: FaultyS3;
let opened: OpenLeague;
let api: ApiLeague;
let journal: KeptJournal;
let now = new Date();

const configure = (name: string) => parseConfig({ DATA_DIR: join(root, name), BACKUP_DIR: s3.url });
const listThere = async () => (await openS3(s3.soundUrl, root).listBelow('journal/')).sort();
const listHere = async () => {
  const folder = join(root, 'data/backups');
  const found = await readdir(join(folder, 'journal'), { recursive: true, withFileTypes: true });
  return found
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .sort();
};
const listTold = () =>
  opened.database.query<{ kind: string }>(
    `select kind from private.notices where kind = 'journal_failed'`,
  );

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-mirror-'));
  s3 = await startFaultyS3();
  opened = await openLeague(configure('data'), { onProgress: () => undefined });
  const { database } = opened;
  api = new ApiLeague({ database, url: database.url, [Symbol.asyncDispose]: async () => {} });
  await api.addAdmin('Owner');
  await api.addTeam('Lantern', null);
  const log = { warn: () => undefined, error: () => undefined };
  journal = createJournal(configure('data'), database, log, () => now) ?? expect.fail();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});

it('has in the S3 what lies here, and takes away there what is here no more', async () => {
  await journal.keep(signal);
  expect(await listThere()).toEqual(await listHere());
  const { at, failure } = await journal.readState();
  expect([at === null, failure]).toEqual([false, null]);
  const extra = join(root, 'data/backups', dirname((await listHere())[0] ?? ''), 'extra.gz');
  await writeFile(extra, 'for a while');
  await journal.keep(signal);
  expect((await listThere()).filter((name) => name.endsWith('/extra.gz'))).toHaveLength(1);
  await rm(extra);
  // What a machine that is gone has left long ago goes; what may still be needed stays.
  const place = openS3(s3.soundUrl, root);
  const day = (ago: number) =>
    `journal/${new Date(Date.now() - ago * 24 * 60 * minute).toISOString().replace(/[-:.]/g, '')}-00000000/base.json`;
  await place.writeText(day(20), 'kept');
  await place.writeText(day(30), 'old');
  await api.addTeam('Ember', null);
  // Another process begins: it reads what is there.
  const log = { warn: () => undefined, error: () => undefined };
  journal = createJournal(configure('data'), opened.database, log, () => now) ?? expect.fail();
  await journal.keep(signal);
  const theirs = (await listThere()).filter((name) => name.includes('-00000000/'));
  expect(theirs).toHaveLength(1);
  const ours = (await listThere()).filter((name) => !name.includes('-00000000/'));
  expect(ours).toEqual(await listHere());
});

it.each([
  [15 * minute - 1, []],
  [15 * minute, ['journal_failed']],
  [16 * minute, ['journal_failed']],
])(
  'is told to the admins once where the S3 has taken nothing for so long: %i ms',
  async (wait, told) => {
    const begun = new Date('2026-11-25T12:00:00.000Z');
    s3.meet(({ method }) => (method === 'GET' ? 'through' : { status: 403 }));
    if (wait < 15 * minute) {
      now = begun;
      await api.addTeam('Fails', null);
      await journal.keep(signal);
    }
    now = new Date(begun.getTime() + wait);
    await journal.keep(signal);
    const { failure } = await journal.readState();
    expect(failure).toEqual({ at: begun, words: expect.stringContaining('S3 answered') });
    expect((await listTold()).map(({ kind }) => kind)).toEqual(told);
  },
);

it('goes on once the S3 takes it again', async () => {
  s3.meet(() => 'through');
  await journal.keep(signal);
  expect((await journal.readState()).failure).toBeNull();
});

/** What was asked of the journal that lies in the S3. */
function noteAsked(): string[] {
  const asked: string[] = [];
  s3.meet(({ method, url = '' }) => {
    const [, name] = /\/(journal\/[^?]+)/.exec(url) ?? [];
    if (method === 'GET' && name !== undefined) {
      asked.push(name);
    }
    return 'through';
  });
  return asked;
}

/** A chain that another life of the league left there before ours, whole and an hour older. */
async function leaveOlder(): Promise<string> {
  const [own = ''] = (await listHere()).filter((name) => name.endsWith('/base.json'));
  const manifest = JSON.parse(await readFile(join(root, 'data/backups', own), 'utf8')) as Record<
    string,
    string
  >;
  const earlier = new Date(Date.parse(manifest.stopped_at ?? '') - 60 * minute).toISOString();
  const older = `journal/${earlier.replace(/[-:.]/g, '')}-0000000a`;
  const place = openS3(s3.soundUrl, root);
  await place.writeText(`${older}/base.tar.gz`, 'not to be brought');
  const about = { ...manifest, started_at: earlier, stopped_at: earlier };
  await place.writeText(`${older}/base.json`, JSON.stringify(about));
  return older;
}

it('brings the league back where the disk is gone, by what it needs alone, and leaves nothing of it here', async () => {
  await api.addTeam('Last', null);
  await journal.keep(signal);
  const older = await leaveOlder();
  const asked = noteAsked();
  const run = { values: { at: 'now' }, positionals: [] };
  expect(await restoreCommand.run(configure('new'), run)).toBe(0);
  expect(asked.filter((name) => name.startsWith(older))).toEqual([`${older}/base.json`]);
  expect(asked).toContain((await listHere()).find((name) => name.endsWith('/base.tar.gz')));
  await using again = await openLeague(configure('new'), { onProgress: () => undefined });
  const names = await again.database.query('select name from public.teams order by name');
  expect(names).toEqual(['Ember', 'Fails', 'Lantern', 'Last'].map((name) => ({ name })));
  expect(await readdir(join(root, 'new/backup-work'))).toEqual([]);
});

it('says in one line which instants there are, before anything is brought', async () => {
  const asked = noteAsked();
  const run = { values: { at: '2026-01-01T00:00:00Z' }, positionals: [] };
  await expect(restoreCommand.run(configure('never'), run)).rejects.toThrow(
    /^[^/\n]+\/[^\n]+: it begins at [^\n]+: no instant before can be restored\.$/,
  );
  expect(asked.filter((name) => !name.endsWith('/base.json'))).toEqual([]);
});
