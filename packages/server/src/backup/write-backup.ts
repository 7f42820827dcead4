import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HomesConfig } from '@muster/backend';
import type { Database } from '@muster/database';
import { FileFault } from '../league-file/file-fault.ts';
import type { Manifest } from '../league-file/manifest.ts';
import { openLeagueFile } from '../league-file/open-league-file.ts';
import type { Progress } from '../league-file/progress.ts';
import { checkEntries } from '../league-file/verify-file.ts';
import { writeLeagueFile } from '../league-file/write-league-file.ts';
import { toBackupName } from './backup-name.ts';
import type { BackupPlace } from './place/backup-place.ts';

interface BackupOptions {
  homes: HomesConfig;
  /** Public keys of age; none leaves it open. */
  keys: readonly string[];
  at: Date;
  progress: Progress;
  signal: AbortSignal;
  /** Leaves the machine to whoever is served meanwhile, and takes longer. */
  isGentle?: boolean;
  /** Where it lies open for as long as it is in hand, to be tried; a sealed one is not there otherwise. */
  openIn?: string;
}

/** A backup that lies in its place and was read back there; at the end of the block it has left nothing else. */
export interface Backup extends AsyncDisposable {
  name: string;
  manifest: Manifest;
  size: number;
  /** Of its bytes as they lie there. */
  sha256: string;
  /** The file of this machine that has it as it is before it is sealed; null where there is none. */
  openPath: string | null;
}

/** What is being written is touched all the time; what was not for so long was left by a process that is gone. */
const leftAfter = 24 * 3600_000;

/** Takes away what processes that were killed have left of their backups. */
async function removeLeftovers(folder: string, pattern: RegExp): Promise<void> {
  for (const name of await readdir(folder)) {
    if (pattern.test(name)) {
      const path = join(folder, name);
      const found = await stat(path).catch(() => null);
      if (found !== null && Date.now() - found.mtimeMs > leftAfter) {
        await rm(path, { recursive: true, force: true });
      }
    }
  }
}

/** A folder for what is in hand; all in it is a leftover once it is a day old. */
async function makeWorkFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder, /^\.?league-/);
}

/**
 * Writes the league into the place of backups, named by the instant, and reads it back. What cannot be read back does
 * not stay.
 * @throws FileFault, or what the disk or the S3 says.
 */
export async function writeBackup(
  database: Database,
  place: BackupPlace,
  { openIn, ...options }: BackupOptions,
): Promise<Backup> {
  const isSealed = options.keys.length > 0;
  const { isHere } = place;
  await (isHere
    ? removeLeftovers(place.workFolder, /^\.league-.*\.part$/)
    : makeWorkFolder(place.workFolder));
  const name = toBackupName(options.at, { isSealed });
  const copy = isSealed && openIn !== undefined ? await nameCopy(openIn) : null;
  const made = join(place.workFolder, name);
  const removeWork = async () => {
    const left = [...(copy === null ? [] : [copy]), ...(isHere ? [] : [made])];
    await Promise.all(left.map((path) => rm(path, { force: true })));
  };
  try {
    const { manifest, sha256 } = await writeLeagueFile(database, made, { ...options, copy });
    const { size } = await stat(made);
    await bring(place, { name, made, sha256 }, options);
    const openPath = isSealed ? copy : made;
    return { name, manifest, size, sha256, openPath, [Symbol.asyncDispose]: removeWork };
  } catch (error) {
    await removeWork();
    throw error;
  }
}

async function nameCopy(folder: string): Promise<string> {
  await makeWorkFolder(folder);
  return join(folder, `.league-${randomBytes(4).toString('hex')}.part`);
}

/** @throws FileFault where what lies there is not what was written. */
async function bring(
  place: BackupPlace,
  { name, made, sha256 }: { name: string; made: string; sha256: string },
  { keys, ...options }: BackupOptions,
): Promise<void> {
  try {
    await place.bring(name, options);
    if ((await place.hash(name, options)) !== sha256) {
      throw new FileFault('what was read back is not what was written: look after the disk');
    }
    // What is sealed opens by a key that is not here.
    if (keys.length === 0) {
      await using file = await openLeagueFile(made, { identities: [], signal: options.signal });
      await checkEntries(file, options);
    }
  } catch (error) {
    // Where even that fails, the first failure says more.
    await place.remove(name).catch(() => undefined);
    throw error;
  }
}
