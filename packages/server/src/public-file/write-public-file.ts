import type { Database } from '@muster/database';
import { createZipWriter } from '../league-file/zip/write-zip.ts';
import { exportPublic, type PublicOptions } from './export-public.ts';
import type { PublicManifest } from './manifest.ts';

/** Writes the public file, which has its name once it is whole and on the disk. */
export async function writePublicFile(
  database: Database,
  path: string,
  options: PublicOptions,
): Promise<PublicManifest> {
  const zip = createZipWriter(path);
  try {
    const manifest = await exportPublic(database, zip, options);
    options.signal.throwIfAborted();
    await zip.finish();
    return manifest;
  } finally {
    await zip.discard();
  }
}
