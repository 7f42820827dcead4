import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installJobQueue } from '../job-queue.ts';
import { migrate } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import type { Database } from '../types.ts';
import { migrationFolders } from './migration-folders.ts';

/**
 * For scripts outside the tests: a PostgreSQL for the length of the work, with all migrations
 * applied; the embedded one, or the programs in TEST_POSTGRES_BIN.
 */
export async function withMigratedDatabase(
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-scratch-'));
  const binaries = process.env.TEST_POSTGRES_BIN;
  try {
    const opened = await openDatabase({ dataDir, ...(binaries ? { binaries } : {}) });
    try {
      await migrate(opened.database, migrationFolders);
      await installJobQueue(opened.database);
      await work(opened.database);
    } finally {
      await opened.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
