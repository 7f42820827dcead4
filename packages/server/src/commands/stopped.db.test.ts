import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, type TestDatabase } from '@muster/database/testing';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseConfig } from '../config.ts';
import { requireNoLeague } from '../league-file/import-league.ts';
import { ApiLeague } from '../testing/api-league.ts';
import { command as backupCommand } from './backup.ts';
import type { Command } from './command.ts';
import { command as exportCommand } from './export.ts';
import { command as importCommand } from './import.ts';
import { command as restoreCommand } from './restore.ts';
import { command as verifyCommand } from './verify.ts';

/** What takes longer than two seconds tells how far it is, and Ctrl-C ends it there with nothing left half done. */
const patience = 600_000;
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
}, patience);
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
  // Each look at the clock is three seconds after the one before: whatever tells of itself does so at every step.
  let clock = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (clock += 3_000));
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

interface Given {
  command: Command;
  /** In the folder of what was kept, or of what is written. */
  file?: string;
  values?: Record<string, string>;
  /** What it tells of how far it is. */
  tells: RegExp;
  /** Whether it works on a league, or makes one. */
  isMaking?: boolean;
}

const sealed = () => ({ identity: join(kept, 'key.txt') });
const rows: [string, () => Given][] = [
  ['verify', () => ({ command: verifyCommand, tells: /\d+ of \d+ streams/ })],
  ['verify FILE', () => ({ command: verifyCommand, file: 'league.zip', tells: /\d+ rows of/ })],
  [
    'verify of a sealed FILE',
    () => ({
      command: verifyCommand,
      file: 'league.age',
      values: sealed(),
      tells: /\d+ rows of/,
    }),
  ],
  [
    'export FILE',
    () => ({ command: exportCommand, file: 'new.zip', tells: /\d+ rows|\d+ of \d+/ }),
  ],
  ['backup', () => ({ command: backupCommand, tells: /\d+ rows|\d+ of \d+/ })],
  [
    'import FILE',
    () => ({
      command: importCommand,
      file: 'league.zip',
      tells: /\d+ of \d+ rows/,
      isMaking: true,
    }),
  ],
  [
    'restore of a sealed FILE',
    () => ({
      ...{ command: restoreCommand, file: 'league.age', values: sealed() },
      ...{ tells: /\d+ of \d+ rows/, isMaking: true },
    }),
  ],
];

it.each(rows)(
  '%s tells how far it is, and leaves nothing where it is stopped',
  async (_name, toGiven) => {
    const { command, file, values = {}, tells, isMaking = false } = toGiven();
    const config = parseConfig({
      ...{ DATABASE_URL: isMaking ? there.url : own.url, DATA_DIR: join(work, 'data') },
      BACKUP_DIR: join(work, 'backups'),
    });
    const folder = command === exportCommand ? join(work, 'backups') : kept;
    const positionals = file === undefined ? [] : [join(folder, file)];
    const steps = () => told.filter((line) => tells.test(line)).length;
    const run = (stopAt: number) => {
      told.length = 0;
      onTold = () => {
        if (steps() === stopAt) {
          process.emit('SIGINT');
        }
      };
      return command.run(config, { values, positionals });
    };
    const others = process.listenerCount('SIGINT');
    for (const stopAt of [1, 2]) {
      await expect(run(stopAt)).rejects.toThrow('Stopped; nothing is left half done.');
      expect(steps()).toBeGreaterThanOrEqual(stopAt);
      expect(await listLeft()).toEqual([]);
      await requireNoLeague(there.database);
    }
    expect(process.listenerCount('SIGINT')).toBe(others);
    // Nothing of it is in the way of the next.
    expect(await run(Number.POSITIVE_INFINITY)).toBe(0);
  },
  patience,
);
