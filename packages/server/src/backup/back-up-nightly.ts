import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Database } from '@muster/database';
import type { Config } from '../config.ts';
import type { League } from '../engine/league.ts';
import { FileFault } from '../league-file/file-fault.ts';
import type { WrittenFile } from '../league-file/write-league-file.ts';
import { updateForgotten } from './forgotten-list.ts';
import { removeOutdated } from './remove-outdated.ts';
import { writeBackup } from './write-backup.ts';

const day = 24 * 3600_000;
/** Half past three in the night, in UTC. */
const hourOfNight = 3.5 * 3600_000;
/** Whoever has begun is left alone for so long; what failed is tried again after it, in milliseconds. */
const patience = 3600_000;

interface NightlyOptions {
  league: League;
  config: Pick<Config, 'backup' | 'storage'>;
  signal: AbortSignal;
}

/** The night that the last backup must not be older than. */
function getLastNight(now: Date): Date {
  const sinceNight = (now.getTime() - hourOfNight) % day;
  return new Date(now.getTime() - sinceNight);
}

/** Whether a backup is due and this process is the one to make it. */
async function takeTurn(database: Database, now: Date): Promise<boolean> {
  await database.query('insert into private.backup_runs default values on conflict do nothing');
  const taken = await database.query(
    `update private.backup_runs set begun_at = $1
     where (made_at is null or made_at < $2) and (begun_at is null or begun_at <= $3)
     returning 1`,
    [now, getLastNight(now), new Date(now.getTime() - patience)],
  );
  return taken.length > 0;
}

async function noteMade(database: Database, written: WrittenFile, at: Date): Promise<void> {
  const { size } = await stat(written.path);
  await database.query(
    `update private.backup_runs set made_at = $1, name = $2, size = $3, sha256 = $4,
       failed_at = null, failure = null`,
    [at, basename(written.path), size, written.sha256],
  );
}

/** What went wrong, in words that hold neither a path nor a secret. */
function toFailure(error: unknown): string {
  if (error instanceof FileFault) {
    return error.message;
  }
  return error instanceof Error && 'code' in error ? String(error.code) : 'see the server’s log';
}

/**
 * Makes the night's backup in `BACKUP_DIR` where it is due, in one process of the league, and takes away old ones once
 * it was read back. Returns whether it made one. A failure is kept for the page of the league's health, thrown, and
 * tried again in an hour.
 */
export async function backUpNightly({ league, config, signal }: NightlyOptions): Promise<boolean> {
  const { directory, keys } = config.backup;
  const at = league.now();
  if (directory === null || !(await takeTurn(league.database, at))) {
    return false;
  }
  try {
    const written = await writeBackup(league.database, directory, {
      ...{ homes: config.storage, keys, at, progress: () => undefined },
      signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    });
    await noteMade(league.database, written, at);
    await removeOutdated(directory);
    return true;
  } catch (error) {
    // Told to stop: whoever starts next makes it.
    if (signal.aborted) {
      await league.database.query('update private.backup_runs set begun_at = null');
      return false;
    }
    await league.database.query('update private.backup_runs set failed_at = $1, failure = $2', [
      league.now(),
      toFailure(error),
    ]);
    throw error;
  }
}

/** Keeps the list of the forgotten beside the backups. */
export async function keepForgotten({
  league,
  config,
}: Pick<NightlyOptions, 'league' | 'config'>): Promise<void> {
  if (config.backup.directory !== null) {
    await updateForgotten(league.database, config.backup.directory);
  }
}
