import { mkdir, statfs } from 'node:fs/promises';
import type { Config } from '../config.ts';

/** Rows need more room in tables with their indexes than as lines. */
const roomForRows = 3;
/** PostgreSQL's own files and its journal. */
const roomForServer = 512 * 1024 * 1024;

/** As it is said to people, never less than it is. */
export const toMegabytes = (bytes: number): number => Math.ceil(bytes / 1_000_000);

/** How many bytes are wanted and how many are free, where that is too few. */
export interface Lack {
  wanted: number;
  free: number;
}

/** How much is free where a folder is, which is made if need be. */
export async function readFree(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** What a league's file, so many bytes unpacked, lacks to be restored beside what is there; null where it fits, or the disk is another machine's. */
export async function findLack(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  bytes: number,
): Promise<Lack | null> {
  if (databaseUrl !== null) {
    return null;
  }
  const free = await readFree(dataDir);
  const wanted = bytes * roomForRows + roomForServer;
  return free < wanted ? { wanted, free } : null;
}
