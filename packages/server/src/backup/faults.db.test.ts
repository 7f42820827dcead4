import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, DatabaseUnavailable } from '@muster/database';
import {
  createTestDatabase,
  findSmallDiskHindrance,
  onSmallDisk,
  type TestDatabase,
} from '@muster/database/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ApiLeague } from '../testing/api-league.ts';
import { openFolder } from './place/folder-place.ts';
import { writeBackup } from './write-backup.ts';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));
let own: TestDatabase;
let folder: string;

beforeAll(async () => {
  own = await createTestDatabase();
  const api = new ApiLeague(own);
  await api.addLadder('tanks');
  await api.addTeam('Lantern', 'tanks');
});
afterAll(() => own[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-faults-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('leaves nothing of a backup in whose middle the database went away, and makes the next', async () => {
  // Another's connections, so that the tests keep theirs.
  const name = 'backup that is cut';
  const database = connect({ url: own.url, applicationName: name });
  const cut = () =>
    own.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
      [name],
    );
  let cutting: Promise<unknown> | null = null;
  const options = { homes: {}, keys: [], at: new Date(), signal: new AbortController().signal };
  const backUp = (progress: () => void) =>
    writeBackup(database, openFolder(folder), { ...options, progress });
  const failed = backUp(() => {
    cutting ??= cut();
  });
  await expect(failed).rejects.toBeInstanceOf(DatabaseUnavailable);
  await cutting;
  expect(await readdir(folder)).toEqual([]);
  await backUp(() => undefined);
  expect(await readdir(folder)).toHaveLength(1);
  await database.close();
});

const room = 16 * 1024;

/** What `muster backup` says on a disk of its own, and what lies there then. */
function backUpOnSmallDisk(): Promise<{ code: number; told: string; left: string }> {
  const [command = '', ...within] = onSmallDisk(folder, room);
  const listing = ['sh', '-c', '"$@"; code=$?; ls -A "$0"; exit $code', folder];
  return new Promise((resolve) => {
    execFile(
      command,
      [...within, ...listing, process.execPath, cli, 'backup', folder],
      { env: { ...process.env, DATABASE_URL: own.url, BACKUP_DIR: '' } },
      (error, left, told) => resolve({ code: Number(error?.code ?? 0), told, left }),
    );
  });
}

it('says in one line that the disk is full, and leaves nothing of the backup', async (context) => {
  const hindrance = findSmallDiskHindrance();
  context.skip(hindrance !== null, hindrance ?? '');
  const { code, told, left } = await backUpOnSmallDisk();
  expect({ code, left }).toEqual({ code: 1, left: '' });
  // Beside how far it came, which is said of what takes longer than two seconds.
  const howFar = /^\d+ of \d+ (?:tables|streams of the log), /;
  const said = told.split('\n').filter((line) => !howFar.test(line));
  expect(said).toEqual([
    expect.stringMatching(/^muster: No room is left on the disk that is written to \(ENOSPC\): /),
    '',
  ]);
});
