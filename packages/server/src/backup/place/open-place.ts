import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { BackupPlace } from './backup-place.ts';
import { openFolder } from './folder-place.ts';
import { openS3 } from './s3-place.ts';

/** What is written before it goes elsewhere, or is read once and goes again. */
export const getWorkFolder = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backup-work');

/** The place that the configuration names; null where it names none. `stopping` ends what an S3 has not answered yet. */
export function openPlace(
  config: Pick<Config, 'backup' | 'dataDir'>,
  stopping?: AbortSignal,
): BackupPlace | null {
  const { directory, s3 } = config.backup;
  if (s3 !== null) {
    return openS3(s3, getWorkFolder(config), stopping === undefined ? {} : { stopping });
  }
  return directory === null ? null : openFolder(directory);
}
