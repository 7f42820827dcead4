import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { HomesConfig } from '@muster/backend';
import type { Database } from '@muster/database';
import { FileFault } from '../league-file/file-fault.ts';
import { openLeagueFile } from '../league-file/open-league-file.ts';
import type { Progress } from '../league-file/progress.ts';
import { checkEntries } from '../league-file/verify-file.ts';
import { type WrittenFile, writeLeagueFile } from '../league-file/write-league-file.ts';
import { toBackupName } from './backup-name.ts';

interface BackupOptions {
  homes: HomesConfig;
  /** Public keys of age; none leaves it open. */
  keys: readonly string[];
  at: Date;
  progress: Progress;
  signal: AbortSignal;
}

/** What is being written is touched all the time; what was not for so long was left by a process that is gone. */
const leftAfter = 24 * 3600_000;

/** Takes away what processes that were killed have left of their backups. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (/^\.league-.*\.part$/.test(name)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && Date.now() - found.mtimeMs > leftAfter) {
        await rm(path, { force: true });
      }
    }
  }
}

/**
 * Reads a file back as it lies on the disk.
 * @throws FileFault where it is not what was written.
 */
async function readBack(
  { path, sha256 }: WrittenFile,
  { keys, ...options }: BackupOptions,
): Promise<void> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal: options.signal });
  if (hash.digest('hex') !== sha256) {
    throw new FileFault('what was read back is not what was written: look after the disk');
  }
  // What is sealed opens by a key that is not here.
  if (keys.length === 0) {
    await using file = await openLeagueFile(path, { identities: [], signal: options.signal });
    await checkEntries(file, options);
  }
}

/**
 * Writes the league into a folder, named by the instant, and reads it back. What cannot be read back does not stay.
 * @throws FileFault, or what the disk says.
 */
export async function writeBackup(
  database: Database,
  folder: string,
  options: BackupOptions,
): Promise<WrittenFile> {
  await removeLeftovers(folder);
  const name = toBackupName(options.at, { isSealed: options.keys.length > 0 });
  const written = await writeLeagueFile(database, join(folder, name), options);
  try {
    await readBack(written, options);
    return written;
  } catch (error) {
    await rm(written.path, { force: true });
    throw error;
  }
}
