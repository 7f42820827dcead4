import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  listPendingMigrations,
  MigrationError,
  migrate,
  type OpenDatabase,
} from '@muster/database';
import { OperatorError } from '../commands/command.ts';
import type { Config } from '../config.ts';
import { isUnfinished } from '../league-file/finish-import.ts';
import { NotEmpty, requireNoLeague } from '../league-file/import-league.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { openFolder } from './place/folder-place.ts';
import { openPlace } from './place/open-place.ts';
import { removeOutdated } from './remove-outdated.ts';
import { findBegun, noteBegun, noteThrough } from './update-begun.ts';
import { writeBackup } from './write-backup.ts';

type UpdateConfig = Pick<Config, 'backup' | 'dataDir' | 'storage' | 'supabase'>;
type Opened = Pick<OpenDatabase, 'database' | 'kind'>;

interface UpdateOptions {
  folders: Parameters<typeof migrate>[1];
  /** Takes a line of what takes a while. */
  print: (line: string) => void;
}

/**
 * Brings a league's tables up to date, after a backup where they change: in `BACKUP_DIR`, else beside an embedded
 * database. Without a backup nothing is changed. One that was broken off goes on with the backup that it began with.
 * Returns the migrations that it applied.
 * @throws MigrationError, whose message says how to go back where a migration failed.
 */
export async function updateLeague(
  config: UpdateConfig,
  opened: Opened,
  { folders, print }: UpdateOptions,
): Promise<string[]> {
  const pending = await listPendingMigrations(opened.database, folders);
  const backup = pending.length === 0 ? null : await backUpFirst(config, opened, print);
  try {
    const { applied } = await migrate(opened.database, folders);
    if (backup !== null) {
      await noteThrough(opened.database);
    }
    return applied;
  } catch (error) {
    throw backup !== null && error instanceof MigrationError && error.code === 'migration_failed'
      ? new MigrationError(
          error.code,
          `${error.message}. What was applied before it stays as it is. In an empty DATA_DIR or database this brings the league back: npx muster restore ${backup}`,
          { cause: error },
        )
      : error;
  }
}

/** The place of backups; null where there is none for this database. */
async function findPlace(config: UpdateConfig, kind: Opened['kind']): Promise<BackupPlace | null> {
  const place = openPlace(config);
  if (place !== null || kind !== 'embedded') {
    return place;
  }
  const folder = join(config.dataDir, 'backups');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return openFolder(folder);
}

/** Whether there is something to lose; what an import has not come to the end of lies in its file. */
async function holdsLeague({ database }: Opened): Promise<boolean> {
  const [found] = await database.query<{ is_there: boolean }>(
    `select to_regclass('public.league_events') is not null as is_there`,
  );
  if (found?.is_there !== true || (await isUnfinished(database))) {
    return false;
  }
  try {
    await requireNoLeague(database);
    return false;
  } catch (error) {
    if (error instanceof NotEmpty) {
      return true;
    }
    throw error;
  }
}

async function backUpFirst(
  config: UpdateConfig,
  opened: Opened,
  print: UpdateOptions['print'],
): Promise<string | null> {
  if (config.supabase !== null || !(await holdsLeague(opened))) {
    return null;
  }
  const place = await findPlace(config, opened.kind);
  if (place === null) {
    return null;
  }
  const toPath = (name: string) => (place.isHere ? resolve(place.name, name) : name);
  const at = new Date();
  try {
    const begun = await findBegun(opened.database);
    const hasBegun = begun !== null && (await place.list()).includes(begun.name);
    // Nothing has served the league since a first change, so that backup has all there is, in the tables of before.
    if (hasBegun && begun.hasChanged) {
      print(`Going on with the update that began with the backup ${begun.name}`);
      return toPath(begun.name);
    }
    print(`Writing a backup into ${place.name} before the tables change`);
    await using backup = await writeBackup(opened.database, place, {
      ...{ homes: config.storage, keys: config.backup.keys, at },
      ...{ progress: (line) => print(line()), signal: new AbortController().signal },
    });
    await noteBegun(opened.database, backup.name);
    // Else a start that is killed again and again fills the place.
    if (hasBegun && begun.name !== backup.name) {
      await place.remove(begun.name);
    }
    await removeOutdated(place, at);
    return toPath(backup.name);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OperatorError(
      `The backup that comes before an update failed, so nothing was changed (${why}). Make room in ${place.name}, or set BACKUP_DIR.`,
    );
  }
}
