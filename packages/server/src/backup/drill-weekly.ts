import { type Database, takeRow } from '@muster/database';
import type { Config } from '../config.ts';
import type { League } from '../engine/league.ts';
import { tellOfFailure } from './notices.ts';
import { type DrillWord, runDrill } from './run-drill.ts';
import type { Backup } from './write-backup.ts';

/** The seventh night after the last one that was well, whose hour may have been a little later. */
const week = 6.5 * 24 * 3600_000;
/** A league that takes longer to restore than this has to be looked at by somebody. */
const patience = 6 * 3600_000;

/** Whether the next backup is to be tried; one that failed is followed by the next night's, one from after now counts as none. */
export async function isDrillDue(database: Database, now: Date): Promise<boolean> {
  const [row] = await database.query<{ drilled_at: Date | null }>(
    'select drilled_at from private.backup_drills',
  );
  const last = row?.drilled_at?.getTime() ?? Number.NEGATIVE_INFINITY;
  return last > now.getTime() || now.getTime() - last >= week;
}

interface WeeklyOptions {
  league: League;
  config: Pick<Config, 'databaseUrl' | 'dataDir'>;
  signal: AbortSignal;
}

interface Tried {
  backup: Backup;
  word: DrillWord;
  milliseconds: number;
}

async function note({ database, now }: League, { backup, word, milliseconds }: Tried) {
  const at = now();
  await database.transaction(async (transaction) => {
    await transaction.query(
      'insert into private.backup_drills default values on conflict do nothing',
    );
    if ('drilled' in word) {
      await transaction.query(
        `update private.backup_drills set drilled_at = $1, name = $2, size = $3, sha256 = $4,
           milliseconds = $5, failed_at = null, failure = null, failing_since = null, impossible = null`,
        [at, backup.name, backup.size, backup.sha256, milliseconds],
      );
      return;
    }
    if ('impossible' in word) {
      await transaction.query(
        `update private.backup_drills set impossible = $1, failed_at = null, failure = null,
           failing_since = null`,
        [word.impossible],
      );
      return;
    }
    const rows = await transaction.query<{ failing_since: Date }>(
      `update private.backup_drills set failed_at = $1, failure = $2, impossible = null,
         failing_since = coalesce(failing_since, $1) returning failing_since`,
      [at, word.failure],
    );
    const { failing_since: since } = takeRow(rows);
    await tellOfFailure(transaction, 'drill_failed', { since, at });
  });
}

/**
 * Restores the backup that was just made aside, in a process of its own, and keeps what became of it. What fails is
 * told to the admins and thrown: the backup itself is made and stays.
 */
export async function drillBackup(
  { league, config: { databaseUrl, dataDir }, signal }: WeeklyOptions,
  backup: Backup,
): Promise<void> {
  const { openPath: path } = backup;
  if (path === null) {
    return;
  }
  const begun = performance.now();
  const late = AbortSignal.timeout(patience);
  const order = { path, where: { databaseUrl, dataDir } };
  const said = await runDrill(order, { signal: AbortSignal.any([signal, late]) });
  if (said === null && !late.aborted) {
    return;
  }
  const word = said ?? { failure: 'it took too long', detail: '' };
  await note(league, { backup, word, milliseconds: Math.round(performance.now() - begun) });
  if ('failure' in word) {
    throw new Error(`The drill of ${backup.name} failed: ${word.failure} ${word.detail}`);
  }
}
