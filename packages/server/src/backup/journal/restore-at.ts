import { type Database, JournalFault, type Queryable, restoreJournal } from '@muster/database';
import type { RestoredFrom } from '@muster/league';
import { type CommandArguments, getOption, OperatorError } from '../../commands/command.ts';
import { untilInterrupted } from '../../commands/until-interrupted.ts';
import type { Config } from '../../config.ts';
import { FileFault } from '../../league-file/file-fault.ts';
import { noteUnfinished } from '../../league-file/finish-import.ts';
import { readIdentities } from '../../league-file/given-file.ts';
import { createProgress } from '../../league-file/progress.ts';
import { openSealed } from '../../league-file/sealing.ts';
import { openLeague } from '../../open-league.ts';
import { findForgotten } from '../find-forgotten.ts';
import { withJournalHere } from './journal-here.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/;

/** @throws OperatorError for what is no instant. */
function parseInstant(given: string): Date {
  const at = given === 'now' ? new Date() : new Date(instant.test(given) ? given : Number.NaN);
  if (Number.isNaN(at.getTime())) {
    throw new OperatorError(
      `--at takes an instant with its zone, as 2026-01-02T03:04:05Z, or now; ${given} is none.`,
    );
  }
  return at;
}

/** The head of the site's log, and the instant of the last event, as the log will say where it came from. */
async function readHead(queryable: Queryable): Promise<RestoredFrom> {
  const [head] = await queryable.query<{ instant: Date | null } & Omit<RestoredFrom, 'instant'>>(
    `select (select max(at) from public.league_events) as instant, coalesce(max(sequence), 0)::integer as sequence,
       coalesce((array_agg(hash order by sequence desc))[1], repeat('0', 64)) as hash
     from public.league_events where stream = 'site'`,
  );
  if (head === undefined) {
    throw new Error('a statement of one row gave none');
  }
  return { ...head, instant: head.instant?.toISOString() ?? null };
}

/**
 * Makes the embedded database of an empty `DATA_DIR` as it was at an instant, from the journal of a folder of backups.
 * Who has left the league since has left it before anything is served, and the log says that it was restored.
 * Resolves to the instant that it is of.
 * @throws OperatorError in one line.
 */
export async function restoreAt(
  config: Config,
  given: { at: string; from: string | undefined },
  args: CommandArguments,
): Promise<Date> {
  const asked = parseInstant(given.at);
  const identities = readIdentities(args);
  const restore = async (folder: string, signal: AbortSignal) => {
    const forgotten = await findForgotten(config, folder, {
      given: getOption(args, 'forgotten'),
      signal,
    });
    const finish = async (database: Database) => {
      const restored = await readHead(database);
      await database.transaction((transaction) =>
        noteUnfinished(transaction, { restored, forgotten }),
      );
    };
    try {
      return await restoreJournal({
        ...{ dataDir: config.dataDir, folder, at: asked, finish, signal },
        unseal: (path) => openSealed(path, identities),
        print: console.error,
        progress: createProgress(console.error),
      });
    } catch (error) {
      const isFault = error instanceof JournalFault || error instanceof FileFault;
      throw isFault ? new OperatorError(`${folder}: ${error.message}.`) : error;
    }
  };
  const at = await untilInterrupted((signal) =>
    withJournalHere(config, { from: given.from, at: asked, signal }, (folder) =>
      restore(folder, signal),
    ),
  );
  await (await openLeague(config, { onProgress: console.error }))[Symbol.asyncDispose]();
  return at;
}
