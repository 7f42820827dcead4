import { constants, setPriority } from 'node:os';
import { connect, type Database, proveSessions } from '@muster/database';
import { furnishLeague } from '../demonstration/furnish.ts';
import { createLeague } from '../engine/league.ts';
import { openObjects, type WhereFiles } from '../files/open-objects.ts';
import { makePublicFile, type PublicFileConfig } from '../public-file/make-public-file.ts';
import type { Preparation, Word } from './prepare.ts';

/** The process of `prepare`: takes one preparation by the channel, does it, and ends. */

function say(word: Word): Promise<void> {
  return new Promise((resolve) => process.send?.(word, () => resolve()));
}

async function build(): Promise<void> {
  const { buildSite } = await import('@muster/site/build');
  await buildSite();
}

async function withDatabase(url: string, work: (database: Database) => Promise<void>) {
  const database = connect({ url, sessions: await proveSessions({ url }) });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const furnish = (url: string, files: WhereFiles) =>
  withDatabase(url, async (database) => {
    const league = createLeague(database, undefined, openObjects(files, database));
    await furnishLeague(league, {
      onProgress: (progress) => void say({ progress }),
    });
  });

const makeFile = (url: string, config: PublicFileConfig) =>
  withDatabase(url, async (database) => {
    // Pages are served meanwhile, and nobody waits for this.
    setPriority(constants.priority.PRIORITY_LOW);
    await makePublicFile(database, config, { signal: new AbortController().signal });
  });

function work(preparation: Preparation): Promise<void> {
  switch (preparation.work) {
    case 'build':
      return build();
    case 'furnish':
      return furnish(preparation.url, preparation.files);
    default:
      return makeFile(preparation.url, preparation.config);
  }
}

// A signal to the whole group is for who waits for us; we end when they do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {});
}
process.once('disconnect', () => process.exit(1));

process.once('message', async (preparation: Preparation) => {
  try {
    await work(preparation);
    await say({ done: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await say({ failure: message.trim().split('\n')[0] ?? '' });
  }
  process.exit();
});
