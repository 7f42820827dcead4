import { openAside } from '@muster/database';
import type { Config } from '../config.ts';
import { verify } from '../engine/replay/verify.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { toRestoredFrom } from '../league-file/import-given.ts';
import { makeLeague } from '../league-file/make-league.ts';
import { countBytes } from '../league-file/manifest.ts';
import type { LeagueFile } from '../league-file/open-league-file.ts';
import { createProgress } from '../league-file/progress.ts';
import { checkEntries } from '../league-file/verify-file.ts';
import { findLack, toMegabytes } from './find-lack.ts';

export interface DrillOptions {
  /** Where the database aside is made. */
  where: Pick<Config, 'databaseUrl' | 'dataDir'>;
  /** Who leaves the league again once it is restored. */
  forgotten: readonly string[];
  /** Takes a line of what takes a while. */
  print: (line: string) => void;
  signal: AbortSignal;
}

/** What a backup was found to be. */
export interface Drilled {
  events: number;
  streams: number;
}

/** A drill that fills the disk would end the league that it is for. */
async function requireRoom(where: DrillOptions['where'], { manifest }: LeagueFile): Promise<void> {
  const lack = await findLack(where, countBytes(manifest));
  if (lack !== null) {
    throw new FileFault(
      `there is no room to restore it aside: that takes about ${toMegabytes(lack.wanted)} MB, and ${toMegabytes(lack.free)} are free`,
    );
  }
}

/**
 * Restores a backup into a database aside as `muster restore` would, and verifies it as `muster verify` does. Nothing
 * of it stays, and nothing is sent or moved.
 * @throws FileFault for what is wrong with the backup, AsideError where there can be no database aside.
 */
export async function drill(
  file: LeagueFile,
  { where, forgotten, print, signal }: DrillOptions,
): Promise<Drilled> {
  const progress = createProgress(print);
  await requireRoom(where, file);
  await checkEntries(file, { progress, signal });
  const aside = await openAside(where);
  const end = () => void aside.close().catch(() => undefined);
  signal.addEventListener('abort', end, { once: true });
  try {
    signal.throwIfAborted();
    const left = { restored: toRestoredFrom(file.manifest), forgotten };
    // Its files stay where they are: in the database aside.
    const config = { storage: {}, supabase: null };
    await makeLeague(config, aside.database, { file, left, print, signal, isGentle: true });
    const { difference, ...found } = await verify(aside.database, { progress, signal });
    if (difference !== null) {
      const { stream, sequence, what } = difference;
      throw new FileFault(`restored, ${stream} differs at sequence ${sequence}: ${what}`);
    }
    return found;
  } finally {
    signal.removeEventListener('abort', end);
    await aside.close();
  }
}
