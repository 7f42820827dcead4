import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeCatalogue } from './describe-catalogue.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { migrationFolders } from './testing/migration-folders.ts';

/**
 * Prints the catalogue that the migrations make, on the embedded PostgreSQL or on the programs in
 * TEST_POSTGRES_BIN. CI compares what it prints for the oldest and the newest supported version.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'muster-catalogue-'));
const binaries = process.env.TEST_POSTGRES_BIN;
const opened = await openDatabase({ dataDir, ...(binaries ? { binaries } : {}) });
try {
  await migrate(opened.database, migrationFolders);
  process.stdout.write(await describeCatalogue(opened.database));
} finally {
  await opened.close();
  await rm(dataDir, { recursive: true, force: true });
}
