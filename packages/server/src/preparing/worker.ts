import { connect, proveSessions } from '@muster/database';
import { furnishLeague } from '../demonstration/furnish.ts';
import { createLeague } from '../engine/league.ts';
import { openObjects, type WhereFiles } from '../files/open-objects.ts';
import type { Preparation, Word } from './prepare.ts';

/** The process of `prepare`: takes one preparation by the channel, does it, and ends. */

function say(word: Word): Promise<void> {
  return new Promise((resolve) => process.send?.(word, () => resolve()));
}

async function build(): Promise<void> {
  const { buildSite } = await import('@muster/site/build');
  await buildSite();
}

async function furnish(url: string, files: WhereFiles): Promise<void> {
  const database = connect({ url, sessions: await proveSessions({ url }) });
  try {
    const league = createLeague(database, undefined, openObjects(files, database));
    await furnishLeague(league, {
      onProgress: (progress) => void say({ progress }),
    });
  } finally {
    await database.close();
  }
}

// A signal to the whole group is for who waits for us; we end when they do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {});
}
process.once('disconnect', () => process.exit(1));

process.once('message', async (preparation: Preparation) => {
  try {
    await (preparation.work === 'build' ? build() : furnish(preparation.url, preparation.files));
    await say({ done: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await say({ failure: message.trim().split('\n')[0] ?? '' });
  }
  process.exit();
});
