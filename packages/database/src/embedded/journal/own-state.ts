import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from './whole-file.ts';

/** Which chain a data directory writes and how far it is, kept in the data directory, since the folder of backups may be another's too. */
export interface OwnState {
  /** The journal's folder and the chain's name in it. */
  folder: string;
  chain: string;
  /** When its base copy was whole. */
  base_at: string;
  /** When the log was last written, and how far it is then; PostgreSQL's way of writing places. */
  at: string;
  place: string;
  /** The last piece, by which it is seen whether this database still is the one that wrote it. */
  last: { from: string; sha256: string };
  /** How many bytes the log is long since the base copy. */
  length: number;
  /** Whether it was given up: then another is begun. */
  isOver: boolean;
}

/** Where a data directory says it. */
export function toStatePath(dataDir: string): string {
  return join(dataDir, 'journal.json');
}

/** Null where there is none, or only a part of one. */
export async function readOwnState(path: string): Promise<OwnState | null> {
  const content = await readFile(path, 'utf8').catch(() => '');
  try {
    return JSON.parse(content) as OwnState;
  } catch {
    return null;
  }
}

export async function writeOwnState(path: string, state: OwnState): Promise<void> {
  await writeWhole(path, [Buffer.from(`${JSON.stringify(state)}\n`)]);
}
