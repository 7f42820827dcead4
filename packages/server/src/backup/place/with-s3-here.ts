import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { forgottenName } from '../forgotten-list.ts';
import { getWorkFolder } from './open-place.ts';
import { openS3, type S3Place } from './s3-place.ts';

/**
 * Works on what is brought here from an S3, with the list of the forgotten beside it, for as long as it is in hand.
 * `bring` puts it into the folder that it is given, and says where.
 */
export async function withS3Here<T>(
  config: Pick<Config, 'dataDir'>,
  { address, signal }: { address: string; signal: AbortSignal },
  bring: (s3: S3Place, folder: string) => Promise<string>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const parent = getWorkFolder(config);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const own = await mkdtemp(join(parent, 'league-here-'));
  try {
    const s3 = openS3(address, own, { stopping: signal });
    const path = await bring(s3, own);
    const forgotten = await s3.readText(forgottenName);
    if (forgotten !== null) {
      await writeFile(join(own, forgottenName), forgotten, { mode: 0o600 });
    }
    return await work(path);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
