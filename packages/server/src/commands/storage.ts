import { HomeMissing, type HomeName, type MoveProgress, moveStoredBytes } from '@muster/backend';
import { bringFilesOver } from '../files/former-pieces.ts';
import { openObjects } from '../files/open-objects.ts';
import { openLeague } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';

const homes: readonly HomeName[] = ['database', 'directory', 's3'];
/** How often a line tells how far it is, in milliseconds. */
const toldEvery = 2_000;

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
    const { database } = league;
    const former = await bringFilesOver({ database, objects: openObjects(config, database) });
    for (const failure of former.failures) {
      console.error(failure);
    }
    const { moved, failed } = await moveStoredBytes(database, config.storage, to, {
      onProgress: createTeller(),
      onFailure: (error) => console.error(error instanceof Error ? error.message : error),
    }).catch((error: unknown) => {
      throw error instanceof HomeMissing ? new OperatorError(error.message) : error;
    });
    console.log(`${moved} files moved to the home ${to}, ${failed} could not be.`);
    return failed === 0 ? 0 : 1;
  },
};

/** Prints how far it is, now and then. */
function createTeller(): (progress: MoveProgress) => void {
  let toldAt = Date.now();
  return ({ moved, failed, total }) => {
    if (Date.now() - toldAt >= toldEvery) {
      toldAt = Date.now();
      console.log(`${moved + failed} of ${total}`);
    }
  };
}
