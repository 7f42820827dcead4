import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';

/** As initdb makes a database unless it is told otherwise, which we do not. */
const segmentSize = 16 * 2 ** 20;

/**
 * Fills up with zeros each segment of the log that was cut off, as every segment is before it is written. PostgreSQL
 * would pass over the whole page in which a file ends, and over acknowledged rows in it. Only while no server runs.
 */
export async function fillLog(pgData: string): Promise<void> {
  const folder = join(pgData, 'pg_wal');
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (/^[0-9A-F]{24}$/.test(name) && (await stat(path)).size < segmentSize) {
      await truncate(path, segmentSize);
    }
  }
}
