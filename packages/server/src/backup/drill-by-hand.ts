import { AsideError } from '@muster/database';
import { type CommandArguments, getOption, OperatorError } from '../commands/command.ts';
import { untilInterrupted } from '../commands/until-interrupted.ts';
import type { Config } from '../config.ts';
import { withGivenFile } from '../league-file/given-file.ts';
import { createProgress } from '../league-file/progress.ts';
import { type Drilled, drill } from './drill.ts';
import { findNewest, withFileHere } from './file-here.ts';
import { findForgotten } from './find-forgotten.ts';
import { hashFile } from './place/folder-place.ts';

interface ByHand extends Drilled {
  /** The backup, as it was named. */
  path: string;
  sha256: string;
}

/**
 * Restores a backup aside and verifies it, wherever the key that opens it is: the newest of `BACKUP_DIR` where none is
 * named. Nothing of it stays.
 */
export async function drillByHand(
  config: Config,
  given: string | undefined,
  args: CommandArguments,
): Promise<ByHand> {
  const print = console.error;
  const progress = createProgress(print);
  const work = async (signal: AbortSignal) => {
    const path = given ?? (await findNewest(config, signal));
    return withFileHere(config, path, { signal, progress }, async (here) => {
      const sha256 = await hashFile(here, signal);
      const forgotten = await findForgotten(config, here, {
        given: getOption(args, 'forgotten'),
        signal,
      });
      const drilled = await withGivenFile(here, { args, signal }, (file) =>
        drill(file, { where: config, forgotten, print, signal }),
      );
      return { path, sha256, ...drilled };
    });
  };
  return untilInterrupted(work).catch((error: unknown) => {
    throw error instanceof AsideError ? new OperatorError(error.message) : error;
  });
}
