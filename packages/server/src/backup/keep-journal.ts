import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Database, Journal, JournalFault } from '@muster/database';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { createSeal } from '../league-file/sealing.ts';
import { logFailure } from '../log-failure.ts';
import { updateForgotten } from './forgotten-list.ts';
import { findJournalFolder } from './journal-folder.ts';
import { openFolder } from './place/folder-place.ts';

/** The journal of an embedded database, and who has left the league beside it. */
export interface KeptJournal extends Pick<Journal, 'readState'> {
  /** Copies what is new. What fails is told in the log, once until it is something else, and never thrown. */
  keep(signal: AbortSignal): Promise<void>;
}

/** Null where the database is not the embedded one. */
export function createJournal(
  config: Pick<Config, 'backup' | 'databaseUrl' | 'dataDir'>,
  database: Database,
  log: Pick<Logger, 'warn' | 'error'>,
): KeptJournal | null {
  const folder = findJournalFolder(config);
  if (folder === null) {
    return null;
  }
  const { directory, keys } = config.backup;
  const journal = new Journal({
    ...{ database, dataDir: config.dataDir, folder },
    seal: keys.length === 0 ? null : createSeal(keys),
  });
  let told: string | null = null;

  async function tryKeep(signal: AbortSignal): Promise<void> {
    if (directory === null) {
      await mkdir(dirname(folder ?? ''), { recursive: true, mode: 0o700 });
    }
    await journal.keep(signal);
    await updateForgotten(database, openFolder(dirname(folder ?? '')));
  }

  return {
    readState: () => journal.readState(),
    async keep(signal) {
      try {
        await tryKeep(signal);
        told = null;
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        if (signal.aborted || words === told) {
          return;
        }
        told = words;
        if (error instanceof JournalFault) {
          log.warn({ reason: words }, 'the journal of the database goes on no more');
        } else {
          logFailure(log, error, 'the journal of the database could not be written');
        }
      }
    },
  };
}
