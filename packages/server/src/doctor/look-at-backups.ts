import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Database } from '@muster/database';
import { mostBackupAge, mostDrillAge } from '../backup/ages.ts';
import type { BackupPlace } from '../backup/place/backup-place.ts';
import { openPlace } from '../backup/place/open-place.ts';
import type { Config } from '../config.ts';
import { ok, type Verdict, warning, wrong } from './finding.ts';
import { findLittleRoom } from './look-at-machine.ts';

type PlaceConfig = Pick<Config, 'backup' | 'databaseUrl' | 'dataDir' | 'supabase'>;

const none = 'none are made: set BACKUP_DIR to a folder on another disk, or to an S3';
const theirs = 'the project that SUPABASE_URL names keeps its own';

/** How long an S3 is asked to take away again what was given up, in milliseconds. */
const takeBackFor = 3_000;

/** Writes as little as can be, reads it back, and takes it away, also where it is given up in the midst of it. */
async function tryPlace(config: PlaceConfig, place: BackupPlace): Promise<string | null> {
  const name = `doctor-${randomBytes(4).toString('hex')}.txt`;
  try {
    await place.writeText(name, name);
    const back = await place.readText(name);
    await place.remove(name);
    return back === name ? null : 'gives back something else';
  } catch (error) {
    // By a way that was not given up. Where even that fails, the first failure says more.
    const again = openPlace(config, AbortSignal.timeout(takeBackFor));
    await again?.remove(name).catch(() => undefined);
    throw error;
  }
}

/** Whether a disk that dies takes the league and its backups. */
async function isSameDisk(folder: string, dataDir: string): Promise<boolean> {
  const [one, other] = await Promise.all(
    [folder, dataDir].map((path) => stat(path).catch(() => null)),
  );
  return one !== null && other !== null && one?.dev === other?.dev;
}

/** `BACKUP_DIR`: there, and taking what is brought. */
export async function lookAtPlace(config: PlaceConfig, signal: AbortSignal): Promise<Verdict> {
  if (config.supabase !== null) {
    return ok(theirs);
  }
  const place = openPlace(config, signal);
  if (place === null) {
    return warning(none);
  }
  if (place.isHere && (await stat(place.name).catch(() => null))?.isDirectory() !== true) {
    return wrong(`${place.name} is not there: mount its disk, or make the folder`);
  }
  try {
    const fault = await tryPlace(config, place);
    if (fault !== null) {
      return wrong(`${place.name} ${fault}: look after the disk`);
    }
  } catch (error) {
    if (place.isHere && error instanceof Error && 'code' in error) {
      return wrong(
        `${place.name} takes nothing (${error.code}): let the league’s user write there`,
      );
    }
    throw error;
  }
  if (!place.isHere) {
    return ok(`${place.name} takes what is brought`);
  }
  const isRisky = config.databaseUrl === null && (await isSameDisk(place.name, config.dataDir));
  return (
    (await findLittleRoom(place.name)) ??
    (isRisky
      ? warning(`${place.name} is on the disk of DATA_DIR: one that dies takes both`)
      : ok(`${place.name} takes what is brought`))
  );
}

interface LastRow {
  made_at: Date | null;
  name: string | null;
  failing_since: Date | null;
  failure: string | null;
}

const toAge = (from: Date, now: Date) => {
  const hours = Math.floor((now.getTime() - from.getTime()) / 3600_000);
  return hours < 48 ? `${hours} h ago` : `${Math.floor(hours / 24)} days ago`;
};

/** The last backup: made, of last night, and still where it was put. */
export async function lookAtLastBackup(
  { database, now }: { database: Database; now: Date },
  config: PlaceConfig,
  signal: AbortSignal,
): Promise<Verdict> {
  const place = config.supabase === null ? openPlace(config, signal) : null;
  if (place === null) {
    return config.supabase === null ? warning(none) : ok(theirs);
  }
  const [row] = await database.query<LastRow>(
    'select made_at, name, failing_since, failure from private.backup_runs',
  );
  const { made_at: at = null, name = null, failing_since: since = null } = row ?? {};
  if (since !== null) {
    return wrong(
      `they have failed since ${since.toISOString()} (${row?.failure}): see BACKUP_DIR above`,
    );
  }
  if (at === null || name === null) {
    return warning('none yet: the running league makes one by itself, npx muster backup at once');
  }
  const made = `${name}, ${toAge(at, now)}`;
  if (now.getTime() - at.getTime() > mostBackupAge) {
    return wrong(
      `${made}: the league makes one each night while it runs, npx muster backup at once`,
    );
  }
  return (await place.list()).includes(name)
    ? ok(made)
    : wrong(`${made}, is no longer in ${place.name}: npx muster backup makes another`);
}

/** The last backup that was restored as a trial. */
export async function lookAtTrial(
  { database, now }: { database: Database; now: Date },
  config: PlaceConfig,
): Promise<Verdict> {
  if (config.supabase !== null || openPlace(config) === null) {
    return config.supabase === null ? warning(none) : ok(theirs);
  }
  const [row] = await database.query<{
    drilled_at: Date | null;
    name: string | null;
    failure: string | null;
    impossible: 'no_right' | 'no_way' | null;
  }>('select drilled_at, name, failure, impossible from private.backup_drills');
  const { drilled_at: at = null, name = null, failure = null, impossible = null } = row ?? {};
  const byHand = 'npx muster restore --drill tries it by hand';
  if (impossible !== null) {
    const why = {
      no_right: 'the login of DATABASE_URL may create no database',
      no_way: 'DATABASE_URL leads to no new database',
    }[impossible];
    return warning(`none by itself, as ${why}: ${byHand} elsewhere`);
  }
  if (failure !== null) {
    return wrong(`the last failed (${failure}): ${byHand}`);
  }
  if (at === null || name === null) {
    return warning(`none yet: one comes with a backup each week, ${byHand}`);
  }
  const done = `${name}, ${toAge(at, now)}`;
  return now.getTime() - at.getTime() > mostDrillAge ? wrong(`${done}: ${byHand}`) : ok(done);
}
