import { statSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '../commands/command.ts';
import type { Config } from '../config.ts';
import { FileFault } from '../league-file/file-fault.ts';
import type { Progress } from '../league-file/progress.ts';
import { addressWords, isBackupPlace, toBackupPlace } from '../s3-address.ts';
import { parseBackupName } from './backup-name.ts';
import { openPlace } from './place/open-place.ts';
import { fetchFromS3 } from './place/s3-place.ts';
import { withS3Here } from './place/with-s3-here.ts';

type PlaceConfig = Pick<Config, 'backup' | 'dataDir'>;

interface InS3 {
  /** The S3, as `BACKUP_DIR` names it. */
  address: string;
  name: string;
}

/** The S3 that has what a command names: by its whole address, or by its name alone where `BACKUP_DIR` is an S3. */
function findS3(config: PlaceConfig, path: string): InS3 | null {
  if (/^(s3|https?):\/\//.test(path)) {
    const [, folder = '', name = '', query = ''] = /^(.*)\/([^/?]+)(\?.*)?$/.exec(path) ?? [];
    const place = `${folder}${query}`;
    if (!isBackupPlace(place)) {
      throw new OperatorError(addressWords);
    }
    return { address: toBackupPlace(place).s3 ?? '', name };
  }
  const { s3 } = config.backup;
  const isHere = statSync(path, { throwIfNoEntry: false }) !== undefined;
  return s3 === null || isHere || parseBackupName(path) === null
    ? null
    : { address: s3, name: path };
}

/** The address of the newest backup that there is in `BACKUP_DIR`. */
export async function findNewest(config: PlaceConfig, signal: AbortSignal): Promise<string> {
  const place = openPlace(config, signal);
  if (place === null) {
    throw new OperatorError('restore --drill takes FILE where BACKUP_DIR is not set.');
  }
  const backups = (await place.list()).flatMap((name) => parseBackupName(name) ?? []);
  const [newest] = backups.toSorted((one, other) => other.at.getTime() - one.at.getTime());
  if (newest === undefined) {
    throw new OperatorError(`There is no backup in ${place.name}.`);
  }
  return place.isHere ? join(place.name, newest.name) : newest.name;
}

/**
 * Works on a file that a command names. One in an S3 is brought here with the list of the forgotten beside it, for as
 * long as it is in hand.
 */
export async function withFileHere<T>(
  config: PlaceConfig,
  path: string,
  { signal, progress }: { signal: AbortSignal; progress: Progress },
  work: (path: string) => Promise<T>,
): Promise<T> {
  const found = findS3(config, path);
  if (found === null) {
    return work(path);
  }
  try {
    return await withS3Here(
      config,
      { address: found.address, signal },
      async (s3, folder) => {
        const here = join(folder, found.name);
        await fetchFromS3(s3, found.name, { path: here, signal, progress });
        return here;
      },
      work,
    );
  } catch (error) {
    throw error instanceof FileFault
      ? new OperatorError(`${found.name}: ${error.message}.`)
      : error;
  }
}
