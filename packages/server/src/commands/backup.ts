import { statSync } from 'node:fs';
import { join } from 'node:path';
import { updateForgotten } from '../backup/forgotten-list.ts';
import type { BackupPlace } from '../backup/place/backup-place.ts';
import { openPlace } from '../backup/place/open-place.ts';
import { type Backup, writeBackup } from '../backup/write-backup.ts';
import type { Config } from '../config.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { createProgress } from '../league-file/progress.ts';
import { requireLeague } from '../league-file/require-league.ts';
import { openLeagueDatabase } from '../open-league.ts';
import { addressWords, isBackupPlace, toBackupPlace } from '../s3-address.ts';
import { type Command, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

async function write(config: Config, place: BackupPlace, signal: AbortSignal): Promise<Backup> {
  const opened = await openLeagueDatabase(config);
  try {
    await requireLeague(opened.database);
    await updateForgotten(opened.database, place);
    return await writeBackup(opened.database, place, {
      ...{ homes: config.storage, keys: config.backup.keys, at: new Date(), signal },
      progress: createProgress(console.error),
      isGentle: true,
    });
  } catch (error) {
    throw error instanceof FileFault
      ? new OperatorError(`${place.name}: ${error.message}.`)
      : error;
  } finally {
    await opened.close();
  }
}

/** The place that was given, else that of `BACKUP_DIR`. */
function findPlace(config: Config, given: string | undefined, signal: AbortSignal): BackupPlace {
  if (given !== undefined && !isBackupPlace(given)) {
    throw new OperatorError(addressWords);
  }
  const backup = given === undefined ? config.backup : toBackupPlace(given);
  const place = openPlace({ ...config, backup: { ...config.backup, ...backup } }, signal);
  if (place === null) {
    throw new OperatorError('backup takes DIR where BACKUP_DIR is not set.');
  }
  if (place.isHere && statSync(place.name, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new OperatorError(`There is no folder ${place.name}.`);
  }
  return place;
}

/** `backup [DIR]`: the league's file into a folder or an S3, else into `BACKUP_DIR`, while the league runs. */
export const command: Command = {
  options: {},
  async run(config, { positionals: [given, ...more] }) {
    if (more.length > 0) {
      throw new OperatorError('backup takes one DIR.');
    }
    if (config.supabase !== null) {
      throw new OperatorError('The files lie with the Supabase that SUPABASE_URL names.');
    }
    const { place, backup } = await untilInterrupted(async (signal) => {
      const found = findPlace(config, given, signal);
      return { place: found, backup: await write(config, found, signal) };
    });
    await using made = backup;
    const { name, manifest } = made;
    const path = join(place.name, name);
    const as = manifest.instant === null ? '' : ` as of ${manifest.instant}`;
    console.log(`${path} has the league${as}, and was read back.`);
    const line = `npx muster restore ${place.isHere ? path : name}`;
    console.log(
      config.backup.keys.length === 0
        ? `Whoever has it can sign in as anybody. ${line} brings it back.`
        : `It opens with the identity of ${config.backup.keys.join(' or ')} alone. ${line} --identity FILE brings it back.`,
    );
    return 0;
  },
};
