import { statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { JournalFault, listNeededFiles } from '@muster/database';
import { OperatorError } from '../../commands/command.ts';
import type { Config } from '../../config.ts';
import { FileFault } from '../../league-file/file-fault.ts';
import { createProgress } from '../../league-file/progress.ts';
import { addressWords, isBackupPlace, toBackupPlace } from '../../s3-address.ts';
import { fetchFromS3, type S3Place } from '../place/s3-place.ts';
import { withS3Here } from '../place/with-s3-here.ts';
import { findJournalFolder, toJournalFolder } from './journal-folder.ts';

/** Where it lies in an S3. */
const below = 'journal/';

const isFolder = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

type PlaceConfig = Pick<Config, 'backup' | 'databaseUrl' | 'dataDir'>;

/** Where a journal lies: a folder, or the S3 of backups by its address. */
function findJournal(
  config: PlaceConfig,
  from: string | undefined,
): { folder?: string; s3?: string } {
  const own = findJournalFolder(config);
  if (own === null) {
    throw new OperatorError(
      '--at restores the embedded database alone: with DATABASE_URL, PostgreSQL’s own archiving brings an instant back, and restore FILE a backup.',
    );
  }
  if (from !== undefined && /^(s3|https?):\/\//.test(from)) {
    const s3 = isBackupPlace(from) ? toBackupPlace(from).s3 : null;
    if (s3 === null) {
      throw new OperatorError(addressWords);
    }
    return { s3 };
  }
  const folder = from === undefined ? own : toJournalFolder(from);
  if (isFolder(folder)) {
    return { folder };
  }
  if (from === undefined && config.backup.s3 !== null) {
    return { s3: config.backup.s3 };
  }
  throw new OperatorError(`There is no journal in ${folder}.`);
}

/**
 * Works on the journal that a command names: a folder, `from` or the configuration's own. What an instant needs of one
 * in an S3 is brought here, with the list of the forgotten beside it, for as long as it is in hand.
 */
export async function withJournalHere<T>(
  config: PlaceConfig,
  { from, at, signal }: { from: string | undefined; at: Date; signal: AbortSignal },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { folder, s3: address } = findJournal(config, from);
  if (folder !== undefined) {
    return work(folder);
  }
  try {
    return await withS3Here(
      config,
      { address: address ?? '', signal },
      (s3, own) => bring(s3, own, { at, signal }),
      work,
    );
  } catch (error) {
    throw error instanceof FileFault ? new OperatorError(`${error.message}.`) : error;
  }
}

async function bring(
  s3: S3Place,
  own: string,
  { at, signal }: { at: Date; signal: AbortSignal },
): Promise<string> {
  const all = await s3.listBelow(below);
  if (all.length === 0) {
    throw new OperatorError(`There is no journal in ${s3.name}.`);
  }
  const names = all.map((name) => name.slice(below.length));
  const needed = await listNeededFiles(names, at, (name) => {
    signal.throwIfAborted();
    return s3.readText(below + name);
  }).catch((error: unknown) => {
    throw error instanceof JournalFault
      ? new OperatorError(`${s3.name}: ${error.message}.`)
      : error;
  });
  const progress = createProgress(console.error);
  for (const name of needed) {
    signal.throwIfAborted();
    const path = join(own, below, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await fetchFromS3(s3, below + name, { path, signal, progress });
  }
  return join(own, below);
}
