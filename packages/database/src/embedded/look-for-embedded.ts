import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { findLockHolder } from './directory-lock.ts';
import { readOwnState, toStatePath } from './journal/own-state.ts';
import { getLockPath } from './running-state.ts';

/** What of an embedded database is in a data directory. */
export interface EmbeddedSight {
  /** The process that has it, running or starting; null where none has. */
  process: number | null;
  /** Whether a database was made there. */
  hasData: boolean;
  /** Whether its journal says that there was one. */
  hadData: boolean;
}

/** Looks at a data directory, and changes nothing there. */
export async function lookForEmbedded(dataDir: string): Promise<EmbeddedSight> {
  const directory = resolve(dataDir);
  const holder = await findLockHolder(getLockPath(directory));
  const elsewhere = await readFile(join(directory, 'postgres-location'), 'utf8').catch(() => '');
  const data = elsewhere.trim() || join(directory, 'postgres');
  const version = await stat(join(data, 'PG_VERSION')).catch(() => null);
  const journal = await readOwnState(toStatePath(directory));
  return {
    process: holder?.pid ?? null,
    hasData: version !== null,
    hadData: journal !== null,
  };
}
