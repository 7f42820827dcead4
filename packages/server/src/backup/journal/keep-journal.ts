import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Database, Journal, JournalFault, type JournalState } from '@muster/database';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { FileFault } from '../../league-file/file-fault.ts';
import { createSeal } from '../../league-file/sealing.ts';
import { logFailure } from '../../log-failure.ts';
import { updateForgotten } from '../forgotten-list.ts';
import { tellOfFailure } from '../notices.ts';
import { openFolder } from '../place/folder-place.ts';
import { findJournalFolder } from './journal-folder.ts';
import { createMirror } from './mirror-journal.ts';

/** What fails for so long is told to the admins, in milliseconds: a disk that dies now costs as much. */
const patience = 15 * 60_000;

/** The journal of an embedded database, and who has left the league beside it. */
export interface KeptJournal {
  /** How it is where it is to lie: `at` is the instant up to which it is there. */
  readState(): Promise<JournalState>;
  /** Copies what is new. What fails is told in the log, once until it is something else, and never thrown. */
  keep(signal: AbortSignal): Promise<void>;
}

/** Null where the database is not the embedded one. */
export function createJournal(
  config: Pick<Config, 'backup' | 'databaseUrl' | 'dataDir'>,
  database: Database,
  log: Pick<Logger, 'warn' | 'error'>,
  now: () => Date = () => new Date(),
): KeptJournal | null {
  const folder = findJournalFolder(config);
  if (folder === null) {
    return null;
  }
  const { directory, s3, keys } = config.backup;
  const journal = new Journal({
    ...{ database, dataDir: config.dataDir, folder },
    seal: keys.length === 0 ? null : createSeal(keys),
  });
  const mirror = s3 === null ? null : createMirror(folder, s3);
  let told: string | null = null;
  /** What an S3 has of it, and since when it takes no more. */
  let there: Pick<JournalState, 'at' | 'failure'> = { at: null, failure: null };

  async function bring(signal: AbortSignal): Promise<void> {
    if (mirror === null) {
      return;
    }
    const { at } = await journal.readState();
    try {
      await mirror.bring(signal, now());
      there = { at, failure: null };
    } catch (error) {
      const words = error instanceof FileFault ? error.message : 'see the server’s log';
      there.failure = { at: there.failure?.at ?? now(), words };
      throw error;
    }
  }

  async function readState(): Promise<JournalState> {
    const state = await journal.readState();
    return mirror === null
      ? state
      : { ...state, at: there.at, failure: state.failure ?? there.failure };
  }

  /** Tells the admins once of what has failed for long. */
  async function tellWhereLong(): Promise<void> {
    try {
      const { failure } = await readState();
      const at = now();
      if (failure !== null && at.getTime() - failure.at.getTime() >= patience) {
        await database.transaction((transaction) =>
          tellOfFailure(transaction, 'journal_failed', { since: failure.at, at }),
        );
      }
    } catch (error) {
      logFailure(log, error, 'nobody could be told that the journal fails');
    }
  }

  async function tryKeep(signal: AbortSignal): Promise<void> {
    if (directory === null) {
      await mkdir(dirname(folder ?? ''), { recursive: true, mode: 0o700 });
    }
    await journal.keep(signal);
    await bring(signal);
    await updateForgotten(database, openFolder(dirname(folder ?? '')));
  }

  return {
    readState,
    async keep(signal) {
      try {
        await tryKeep(signal);
        // What failed is tried again after a while: until then nothing fails, and nothing is well.
        const { failure } = await readState();
        told = failure === null ? null : told;
        await tellWhereLong();
      } catch (error) {
        const words = error instanceof Error ? error.message : String(error);
        await tellWhereLong();
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
