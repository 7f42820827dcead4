import { HomeMissing, type HomeName, type MoveProgress, moveStoredBytes } from '@muster/backend';
import type { Database } from '@muster/database';
import type { Config } from '../config.ts';
import { bringFilesOver } from '../files/former-pieces.ts';
import { openObjects } from '../files/open-objects.ts';
import { createProgress } from '../league-file/progress.ts';
import { openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

const homes: readonly HomeName[] = ['database', 'directory', 's3'];

/** `storage move [HOME]`: brings all stored files into one home, the one for new files where none is named. */
export const command: Command = {
  options: {},
  async run(config, { positionals: [action, name = config.storage.home, ...more] }) {
    const to = homes.find((home) => home === name);
    if (action !== 'move' || to === undefined || more.length > 0) {
      throw new OperatorError(`storage takes move, and ${homes.join(', ')} or nothing.`);
    }
    if (config.supabase !== null) {
      throw new OperatorError('The files lie with the Supabase that SUPABASE_URL names.');
    }
    await using league = await openLeague(config);
    const { moved, failed } = await untilInterrupted((signal) =>
      move(config, league.database, { to, signal }),
    );
    console.log(`${moved} files moved to the home ${to}, ${failed} could not be.`);
    return failed === 0 ? 0 : 1;
  },
};

async function move(
  config: Config,
  database: Database,
  { to, signal }: { to: HomeName; signal: AbortSignal },
): Promise<MoveProgress> {
  const progress = createProgress(console.log);
  const store = { database, objects: openObjects(config, database) };
  const former = await bringFilesOver(store, signal, (count) =>
    progress(() => `${count} files of an earlier release brought over`),
  );
  signal.throwIfAborted();
  for (const failure of former.failures) {
    console.error(failure);
  }
  return moveStoredBytes(database, config.storage, to, {
    onProgress: ({ moved, failed, total }) => progress(() => `${moved + failed} of ${total} files`),
    onFailure: (error) => console.error(error instanceof Error ? error.message : error),
    signal,
  }).catch((error: unknown) => {
    throw error instanceof HomeMissing ? new OperatorError(error.message) : error;
  });
}
