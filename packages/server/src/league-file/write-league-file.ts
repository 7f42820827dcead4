import type { HomesConfig } from '@muster/backend';
import type { Database } from '@muster/database';
import { exportLeague } from './export-league.ts';
import type { Manifest } from './manifest.ts';
import type { Progress } from './progress.ts';
import { createSeal } from './sealing.ts';
import { createZipWriter } from './zip/write-zip.ts';

interface WriteOptions {
  homes: HomesConfig;
  /** Public keys of age that it is sealed to; none leaves it open. */
  keys: readonly string[];
  /** Where it is written open beside that, for its owner alone; whoever asks for it takes it away. */
  copy?: string | null;
  progress: Progress;
  /** Ends it between two steps; then nothing is there. */
  signal: AbortSignal;
  isGentle?: boolean;
}

/** A league's file as it was written; `sha256` is that of its bytes as they lie there. */
export interface WrittenFile {
  path: string;
  manifest: Manifest;
  sha256: string;
}

/** Writes the league into a file, which has its name once it is whole and on the disk. */
export async function writeLeagueFile(
  database: Database,
  path: string,
  { keys, signal, copy = null, ...options }: WriteOptions,
): Promise<WrittenFile> {
  const zip = createZipWriter(path, { seal: keys.length === 0 ? null : createSeal(keys), copy });
  try {
    const manifest = await exportLeague(database, zip, { ...options, signal });
    signal.throwIfAborted();
    return { path, manifest, sha256: await zip.finish() };
  } finally {
    await zip.discard();
  }
}
