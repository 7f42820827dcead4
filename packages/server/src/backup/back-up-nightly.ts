import type { Database } from '@muster/database';
import type { Config } from '../config.ts';
import type { League } from '../engine/league.ts';
import { drillBackup, isDrillDue } from './drill-weekly.ts';
import { updateForgotten } from './forgotten-list.ts';
import { tellOfFailure, tellWhereStale } from './notices.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { getWorkFolder, openPlace } from './place/open-place.ts';
import { removeOutdated } from './remove-outdated.ts';
import { toFailure } from './to-failure.ts';
import { type Backup, writeBackup } from './write-backup.ts';

const day = 24 * 3600_000;
/** Half past three in the night, in UTC. */
const hourOfNight = 3.5 * 3600_000;
/** Whoever has begun is left alone for so long; what failed is tried again after it, in milliseconds. */
const patience = 3600_000;

interface NightlyOptions {
  league: League;
  config: Pick<Config, 'backup' | 'databaseUrl' | 'dataDir' | 'storage'>;
  signal: AbortSignal;
}

/** The night that the last backup must not be older than. */
function getLastNight(now: Date): Date {
  const sinceNight = (now.getTime() - hourOfNight) % day;
  return new Date(now.getTime() - sinceNight);
}

/**
 * Whether a backup is due and this process is the one to make it. Where none was tried for two days, none was expected.
 * What was made after now says that the clock was set back since: it counts as none. Two processes' clocks differ by
 * less than a begun one is left alone for.
 */
async function takeTurn(database: Database, now: Date): Promise<boolean> {
  await database.query(
    'insert into private.backup_runs (since) values ($1) on conflict do nothing',
    [now],
  );
  const taken = await database.query(
    `update private.backup_runs set begun_at = $1,
       since = case when begun_at < $5 or since > $1 then $1 else since end
     where (made_at is null or made_at < $2 or made_at > $1)
       and (begun_at is null or begun_at <= $3 or begun_at >= $4)
     returning 1`,
    [
      now,
      getLastNight(now),
      ...[-patience, patience, -2 * day].map((apart) => new Date(now.getTime() + apart)),
    ],
  );
  return taken.length > 0;
}

async function noteMade(database: Database, backup: Backup, at: Date): Promise<void> {
  await database.query(
    `update private.backup_runs set made_at = $1, name = $2, size = $3, sha256 = $4,
       failed_at = null, failure = null, failing_since = null`,
    [at, backup.name, backup.size, backup.sha256],
  );
}

async function noteFailed({ database, now }: League, error: unknown): Promise<void> {
  const at = now();
  await database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ failing_since: Date }>(
      `update private.backup_runs set failed_at = $1, failure = $2,
         failing_since = coalesce(failing_since, $1) returning failing_since`,
      [at, toFailure(error)],
    );
    if (row !== undefined) {
      await tellOfFailure(transaction, 'backup_failed', { since: row.failing_since, at });
    }
  });
}

interface Making {
  place: BackupPlace;
  at: Date;
  /** It lies open for a drill afterwards. */
  isDrillDue: boolean;
}

/** Writes it and reads it back, then old ones go. */
async function make(
  { league, config, signal }: NightlyOptions,
  { place, at, isDrillDue }: Making,
): Promise<Backup> {
  const backup = await writeBackup(league.database, place, {
    ...{ homes: config.storage, keys: config.backup.keys, at, progress: () => undefined },
    ...(isDrillDue ? { openIn: getWorkFolder(config) } : {}),
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    isGentle: true,
  });
  try {
    await noteMade(league.database, backup, at);
    await removeOutdated(place, at);
    return backup;
  } catch (error) {
    await backup[Symbol.asyncDispose]();
    throw error;
  }
}

/** A failure is kept and told; null where it was told to stop: whoever starts next makes it. */
async function tryToMake(options: NightlyOptions, making: Making): Promise<Backup | null> {
  const { league, signal } = options;
  try {
    return await make(options, making);
  } catch (error) {
    if (signal.aborted) {
      await league.database.query('update private.backup_runs set begun_at = null');
      return null;
    }
    await noteFailed(league, error);
    throw error;
  }
}

/**
 * Makes the night's backup in `BACKUP_DIR` where it is due, in one process of the league, and takes away old ones once
 * it was read back; once a week it is restored aside too. Returns whether it made one. A failure is kept for the page
 * of the league's health, told to the admins, thrown, and tried again in an hour.
 */
export async function backUpNightly(options: NightlyOptions): Promise<boolean> {
  const { league, config, signal } = options;
  const place = openPlace(config, signal);
  const at = league.now();
  if (place === null) {
    return false;
  }
  if (!(await takeTurn(league.database, at))) {
    await tellWhereStale(league);
    return false;
  }
  const isDue = await isDrillDue(league.database, at);
  await using backup = await tryToMake(options, { place, at, isDrillDue: isDue });
  if (backup !== null && isDue) {
    await drillBackup(options, backup);
  }
  return backup !== null;
}

/** Keeps the list of the forgotten beside the backups. */
export async function keepForgotten({ league, config, signal }: NightlyOptions): Promise<void> {
  const place = openPlace(config, signal);
  if (place !== null) {
    await updateForgotten(league.database, place);
  }
}
