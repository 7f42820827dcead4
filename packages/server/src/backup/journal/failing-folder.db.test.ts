import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../../config.ts';
import { type OpenLeague, openLeague } from '../../open-league.ts';
import { ApiLeague } from '../../testing/api-league.ts';
import { createJournal, type KeptJournal } from './keep-journal.ts';

const minute = 60_000;
const { signal } = new AbortController();
let root: string;
let backups: string;
let opened: OpenLeague;
let api: ApiLeague;
let journal: KeptJournal;
let now: Date;
const logged: string[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'muster-failing-'));
  backups = join(root, 'backups');
  await mkdir(backups);
  const config = parseConfig({ DATA_DIR: join(root, 'data'), BACKUP_DIR: backups });
  opened = await openLeague(config, { onProgress: () => undefined });
  const { database } = opened;
  api = new ApiLeague({ database, url: database.url, [Symbol.asyncDispose]: async () => {} });
  await api.addAdmin('Owner');
  const keep = (_about: unknown, words?: string) => void logged.push(words ?? '');
  journal =
    createJournal(config, database, { warn: keep, error: keep }, () => now) ?? expect.fail();
});
afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  now = new Date();
  await opened.database.query('delete from private.notices');
  await journal.keep(signal);
  logged.length = 0;
});

const listTold = () =>
  opened.database.query(`select 1 from private.notices where kind = 'journal_failed'`);

it.each([
  {
    what: 'whose place is taken by something else',
    initial: 'A',
    break_: async () => {
      await rename(join(backups, 'journal'), join(backups, 'aside'));
      await writeFile(join(backups, 'journal'), '');
    },
    mend: async () => {
      await rm(join(backups, 'journal'));
      await rename(join(backups, 'aside'), join(backups, 'journal'));
    },
  },
  {
    what: 'whose disk is not there',
    initial: 'Z',
    break_: () => rename(backups, join(root, 'away')),
    mend: () => rename(join(root, 'away'), backups),
  },
])(
  'a journal $what stops nothing, is told once, and goes on when that is mended',
  async ({ initial, break_, mend }) => {
    await break_();
    await api.addTeam(`${initial}nchor`, null);
    await journal.keep(signal);
    const { failure, at } = await journal.readState();
    expect(failure?.words).toMatch(/^E\w+$|its base copy is gone/);
    // What is answered meanwhile is as good as ever, and the log that waits for the journal has an end.
    await api.addTeam(`${initial}irch`, null);
    const [kept] = await opened.database.query(
      `select current_setting('max_slot_wal_keep_size') as most`,
    );
    expect(kept).toEqual({ most: '512MB' });

    for (const [after, told] of [
      [15 * minute - 1, 0],
      [15 * minute, 1],
      [20 * minute, 1],
    ] as const) {
      now = new Date((failure?.at.getTime() ?? 0) + after);
      await journal.keep(signal);
      expect(await listTold()).toHaveLength(told);
    }
    expect(logged.length).toBeGreaterThanOrEqual(1);
    expect(new Set(logged).size).toBe(logged.length);

    await mend();
    // A base copy that failed is tried again after five minutes.
    const clock = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => clock() + 5 * minute);
    await journal.keep(signal);
    vi.restoreAllMocks();
    expect((await journal.readState()).failure).toBeNull();
    expect((await journal.readState()).at?.getTime()).toBeGreaterThan(at?.getTime() ?? 0);
  },
);
