import type { RestoredFrom } from '@muster/league';
import { withFileHere } from '../backup/file-here.ts';
import { findForgotten } from '../backup/find-forgotten.ts';
import { type CommandArguments, getOption, OperatorError } from '../commands/command.ts';
import { untilInterrupted } from '../commands/until-interrupted.ts';
import type { Config } from '../config.ts';
import { openLeagueDatabase } from '../open-league.ts';
import { withGivenFile } from './given-file.ts';
import { NotEmpty } from './import-league.ts';
import { makeLeague } from './make-league.ts';
import type { Manifest } from './manifest.ts';
import { createProgress } from './progress.ts';
import { checkEntries } from './verify-file.ts';

interface GivenOptions {
  args: CommandArguments;
  /** The league's log says that it was restored. */
  isRestore: boolean;
}

const noHash = '0'.repeat(64);

/** What the log says of a league that is made of this file. */
export function toRestoredFrom({ instant, streams }: Manifest): RestoredFrom {
  const site = streams.find(({ stream }) => stream === 'site');
  return { instant, sequence: site?.sequence ?? 0, hash: site?.hash ?? noHash };
}

/**
 * Makes the league of a file that a command was given in the empty database of the configuration.
 * @throws OperatorError in one line for what is wrong with the file, and where a league is there.
 */
export async function importGiven(
  config: Config,
  path: string,
  { args, isRestore }: GivenOptions,
): Promise<Manifest> {
  if (config.supabase !== null) {
    throw new OperatorError('A league moves to Supabase by PostgreSQL’s own tools, not by a file.');
  }
  const print = console.error;
  const work = (signal: AbortSignal) =>
    withFileHere(config, path, { signal, progress: createProgress(print) }, (here) =>
      withGivenFile(here, { args, signal }, async (file) => {
        const forgotten = await findForgotten(config, here, {
          given: getOption(args, 'forgotten'),
          signal,
        });
        // Before the database is touched, or even made.
        await checkEntries(file, { progress: createProgress(print), signal });
        const opened = await openLeagueDatabase(config);
        try {
          const restored = isRestore ? toRestoredFrom(file.manifest) : null;
          const left = { restored, forgotten };
          await makeLeague(config, opened.database, { file, left, print, signal });
        } finally {
          await opened.close();
        }
        return file.manifest;
      }),
    );
  return untilInterrupted(work).catch((error: unknown) => {
    throw error instanceof NotEmpty ? new OperatorError(error.message) : error;
  });
}
