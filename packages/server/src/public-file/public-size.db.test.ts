import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@muster/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { layContent } from '../content/lay-content.ts';
import { listPlayed, seedLeague } from '../demonstration/seed-league.ts';
import { openWith } from '../league-file/open-league-file.ts';
import { createFixedSettings } from '../page/settings.ts';
import { parsePublicManifest } from './manifest.ts';
import { writePublicFile } from './write-public-file.ts';

/** Of ten thousand matches, unpacked. */
const mostBytes = 200_000_000;
const { signal } = new AbortController();
const progress = () => undefined;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'muster-public-size-'));
  await mkdir(join(folder, 'public-file/site'), { recursive: true });
  await writeFile(join(folder, 'public-file/site/muster.js'), '// opens it');
});
afterAll(() => rm(folder, { recursive: true }));

/** The bytes that lie in the folder of whoever unpacks the file of a league of so many matches. */
async function weigh(matches: number): Promise<number> {
  await using league = await createTestDatabase();
  const { database } = league;
  await layContent(database);
  const options = { teams: 40, people: 160, matches, seasons: 1, seed: 1 };
  const ladders = await listPlayed(database, options);
  const now = new Date('2026-11-20T12:00:00Z');
  await seedLeague(database, { ...options, ladders, now }, { onProgress: progress, signal });
  const path = join(folder, `${matches}.zip`);
  await writePublicFile(database, path, {
    ...{ homes: {}, progress, signal, siteFolder: folder },
    settings: createFixedSettings(parseConfig({})),
  });
  await using file = await openWith(parsePublicManifest, path, { identities: [], signal });
  return file.manifest.entries.reduce((sum, { size }) => sum + size, 0);
}

it('unpacks to less than 200 MB of ten thousand matches, by what each more of the same teams adds', async () => {
  const [few, many] = [20, 60];
  const least = await weigh(few);
  const ofEach = ((await weigh(many)) - least) / (many - few);
  expect(least + ofEach * (10_000 - few)).toBeLessThan(mostBytes);
});
