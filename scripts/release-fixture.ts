import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createBackend } from '@muster/backend';
import type { Database } from '@muster/database';
import { parseConfig } from '../packages/server/src/config.ts';
import { layContent } from '../packages/server/src/content/lay-content.ts';
import { listPlayed, seedLeague } from '../packages/server/src/demonstration/seed-league.ts';
import { writeLeagueFile } from '../packages/server/src/league-file/write-league-file.ts';
import { openLeague } from '../packages/server/src/open-league.ts';

/**
 * `node scripts/release-fixture.ts`, before a release is tagged: writes the export of a small league by the code as
 * it is, `packages/server/src/league-file/releases/{version}.zip`, which all later code has to open
 * (`releases.db.test.ts` beside it). It is data, not something built: an older version's file cannot be made anew.
 */
const root = join(import.meta.dirname, '..');
const size = { teams: 4, people: 16, matches: 16, seasons: 2, seed: 1 };
const origin = 'http://localhost';

async function play(database: Database): Promise<void> {
  await layContent(database);
  const ladders = await listPlayed(database, size);
  const silent = { onProgress: () => undefined, signal: new AbortController().signal };
  await seedLeague(database, { ...size, now: new Date(), ladders }, silent);
}

/** Somebody with a password and a session, and a stored file: a seeded league has neither. */
async function addPersonAndFile(database: Database): Promise<void> {
  const auth = { mailer: { autoconfirm: true } };
  const backend = await createBackend({ database, config: { siteUrl: origin, auth } });
  const post = async (path: string, body: string, type = 'application/json') => {
    const key = backend.apiKeys.serviceRole;
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': type };
    const answer = await backend.fetch(
      new Request(`${origin}${path}`, { method: 'POST', headers, body }),
    );
    if (!answer.ok) {
      throw new Error(`${path}: ${await answer.text()}`);
    }
  };
  const person = { email: 'ann@league.example', password: 'a lantern in the rain' };
  await post('/auth/v1/signup', JSON.stringify(person));
  await post('/storage/v1/bucket', JSON.stringify({ name: 'kept' }));
  await post('/storage/v1/object/kept/words.txt', 'Kept words', 'text/plain');
  await backend.close();
}

async function write(path: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-release-'));
  try {
    await using opened = await openLeague(parseConfig({ DATA_DIR: dataDir }));
    const { database } = opened;
    await play(database);
    await addPersonAndFile(database);
    const signal = new AbortController().signal;
    await writeLeagueFile(database, path, {
      ...{ homes: {}, keys: [], progress: () => undefined, signal },
    });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const path = join(root, 'packages/server/src/league-file/releases', `${version}.zip`);
if (existsSync(path)) {
  console.error(`${relative(root, path)} is there already: a release has one file.`);
  process.exitCode = 1;
} else {
  await write(path);
  // Nobody's league: what is kept beside the code is for everybody to read.
  await chmod(path, 0o644);
  console.log(relative(root, path));
}
