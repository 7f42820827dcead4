import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { hashSources, stampName } from '@muster/site/built';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { isUnpeopled } from '../demonstration/seed-league.ts';
import { requireNoLeague } from '../league-file/import-league.ts';
import { exportPublicTo } from '../public-file/export-to.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { command as backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { command as demoCommand } from './demo.ts';
import { command as exportCommand } from './export.ts';
import { command as importCommand } from './import.ts';
import { command as restoreCommand } from './restore.ts';
import { command as seedCommand } from './simulation/seed.ts';
import { untilInterrupted } from './until-interrupted.ts';
import { command as verifyCommand } from './verify.ts';

/** What takes longer than two seconds tells how far it is, and Ctrl-C ends it there with nothing left half done. */

let own: TestDatabase;
let there: TestDatabase;
/** Where all that a command writes has to lie: its temporary folder, DATA_DIR and the place of backups. */
let work: string;
let kept: string;
const told: string[] = [];
let onTold: () => void = () => undefined;

beforeAll(async () => {
  own = await createTestDatabase();
  const api = new ApiLeague(own);
  await api.addLadder('tanks');
  await api.addTeam('Lantern', 'tanks');
  await api.addTeam('Ember', 'tanks');
  kept = await mkdtemp(join(tmpdir(), 'muster-stopped-'));
  const identity = await generateX25519Identity();
  await writeFile(join(kept, 'key.txt'), identity);
  for (const [name, to] of [
    ['league.zip', []],
    ['league.age', [await identityToRecipient(identity)]],
  ] as const) {
    const config = parseConfig({ DATABASE_URL: own.url });
    await exportCommand.run(config, { values: { to: [...to] }, positionals: [join(kept, name)] });
  }
  // What stands for the built site.
  await mkdir(join(kept, 'site/public-file'), { recursive: true });
  await writeFile(join(kept, 'site/public-file/muster.js'), '// opens it');
  await writeFile(join(kept, 'site', stampName), await hashSources());
});
afterAll(async () => {
  await own[Symbol.asyncDispose]();
  await rm(kept, { recursive: true });
});
beforeEach(async () => {
  there = await createTestDatabase({ isEmpty: true });
  work = await mkdtemp(join(tmpdir(), 'muster-stopped-'));
  for (const name of ['tmp', 'data', 'backups']) {
    await mkdir(join(work, name));
  }
  vi.stubEnv('TMPDIR', join(work, 'tmp'));
  told.length = 0;
  // Between two looks of what tells of itself three seconds go by, so that it does at every step; who rests for as long
  // as a statement took has the true time.
  const clock = performance.now.bind(performance);
  let ahead = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    const isTelling = new Error('looked').stack?.includes('league-file/progress.ts') === true;
    ahead += isTelling ? 3_000 : 0;
    return clock() + (isTelling ? ahead : 0);
  });
  for (const name of ['log', 'error'] as const) {
    vi.spyOn(console, name).mockImplementation((line: unknown) => {
      told.push(String(line));
      onTold();
    });
  }
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await there[Symbol.asyncDispose]();
  await rm(work, { recursive: true });
});

const listLeft = async () =>
  (await readdir(work, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);

/** Databases aside of the league's. */
const listAside = () =>
  own.database.query(
    `select d.datname from pg_database d, pg_database own
     where own.datname = current_database() and d.datname = 'muster_aside_' || own.oid`,
  );

interface Given {
  command: Command;
  /** In the folder of what was kept, or of what is written. */
  file?: string;
  words?: string[];
  values?: Record<string, string | boolean>;
  /** What it tells of how far it is, by which it is stopped one after the other before it is brought to its end. */
  tells: readonly RegExp[];
  isWriting?: boolean;
  /** Whether nothing is told any more once it is stopped. */
  endsAtOnce?: boolean;
  /** What takes so long that it is stopped once at each, and brought to its end by another test. */
  isLong?: boolean;
  /** Whether it works on a league, or makes one: of a file, or of the content that an empty one has. */
  makes?: 'of a file' | 'of content';
}

const sealed = () => ({ identity: join(kept, 'key.txt') });
/** `export --public`, with what stands for the built site. */
const publicCommand: Command = {
  options: {},
  async run(config, { positionals: [path = ''] }) {
    const siteFolder = join(kept, 'site');
    await untilInterrupted((signal) => exportPublicTo(config, path, { signal, siteFolder }));
    return 0;
  },
};
const rows: [string, () => Given][] = [
  ['verify', () => ({ command: verifyCommand, tells: [/\d+ of \d+ streams/] })],
  [
    'verify FILE',
    () => ({
      ...{ command: verifyCommand, file: 'league.zip', tells: [/\d+ rows of/] },
      endsAtOnce: true,
    }),
  ],
  [
    'verify of a sealed FILE',
    () => ({
      command: verifyCommand,
      file: 'league.age',
      values: sealed(),
      tells: [/\d+ rows of/],
    }),
  ],
  [
    'export FILE',
    () => ({
      ...{ command: exportCommand, file: 'new.zip', isWriting: true },
      tells: [/\d+ rows|\d+ of \d+/],
    }),
  ],
  [
    'export --public FILE',
    () => ({
      ...{ command: publicCommand, file: 'new.zip', isWriting: true },
      tells: [/\d+ pages, now /, /\d+ rows of|\d+ of \d+ streams/],
    }),
  ],
  ['backup', () => ({ command: backupCommand, tells: [/\d+ rows|\d+ of \d+/] })],
  [
    'import FILE',
    () => ({
      command: importCommand,
      file: 'league.zip',
      tells: [/\d+ of \d+ rows/],
      makes: 'of a file',
    }),
  ],
  [
    'restore of a sealed FILE',
    () => ({
      ...{ command: restoreCommand, file: 'league.age', values: sealed() },
      ...{ tells: [/\d+ of \d+ rows/], makes: 'of a file' },
    }),
  ],
  [
    'restore --drill of a sealed FILE',
    () => ({
      ...{ command: restoreCommand, file: 'league.age', values: { ...sealed(), drill: true } },
      tells: [/\d+ of \d+ parts checked/, /\d+ of \d+ rows/, /\d+ of \d+ streams/],
      isLong: true,
    }),
  ],
  [
    'seed',
    () => ({
      ...{ command: seedCommand, makes: 'of content' },
      values: { teams: '12', people: '48', matches: '30', seasons: '2', seed: '7' },
      tells: [/Season \d of 2: \d+ of 30 matches/],
    }),
  ],
  [
    'demo load',
    () => ({
      ...{ command: demoCommand, words: ['load'], makes: 'of content' },
      ...{ tells: [/\d+ events written/], isLong: true },
    }),
  ],
];

it.each(rows)(
  '%s tells how far it is, and leaves nothing where it is stopped',
  async (_name, toGiven) => {
    const { command, file, words = [], values = {}, tells, isWriting, makes, ...how } = toGiven();
    const config = parseConfig({
      ...{ DATABASE_URL: (makes === undefined ? own : there).url, DATA_DIR: join(work, 'data') },
      BACKUP_DIR: join(work, 'backups'),
    });
    const folder = isWriting ? join(work, 'backups') : kept;
    const positionals = file === undefined ? words : [join(folder, file)];
    const countSteps = (tell: RegExp) => told.filter((line) => tell.test(line)).length;
    const run = (onLine: () => void) => {
      told.length = 0;
      onTold = onLine;
      return command.run(config, { values, positionals });
    };
    const others = process.listenerCount('SIGINT');
    const stops = tells.flatMap((tell) =>
      (how.isLong ? [1] : [1, 2]).map((stopAt) => ({ tell, stopAt })),
    );
    for (const { tell, stopAt } of stops) {
      const stopped = run(() => {
        if (countSteps(tell) === stopAt) {
          process.emit('SIGINT');
        }
      });
      await expect(stopped).rejects.toThrow('Stopped; nothing is left half done.');
      expect(countSteps(tell)).toBeGreaterThanOrEqual(stopAt);
      expect(how.endsAtOnce !== true || countSteps(tell) === stopAt).toBe(true);
      expect(await listLeft()).toEqual([]);
      expect(await listAside()).toEqual([]);
      if (makes === 'of content') {
        expect(await isUnpeopled(there.database)).toBe(true);
      } else {
        await requireNoLeague(there.database);
      }
    }
    expect(process.listenerCount('SIGINT')).toBe(others);
    // Nothing of it is in the way of the next.
    if (!how.isLong) {
      expect(await run(() => undefined)).toBe(0);
    }
  },
);
