import { describeCatalogue } from './describe-catalogue.ts';
import { withMigratedDatabase } from './testing/migrated-database.ts';

/**
 * Prints the catalogue that the migrations make, on the embedded PostgreSQL or on the programs in
 * TEST_POSTGRES_BIN. CI compares what it prints for the oldest and the newest supported version.
 */
await withMigratedDatabase(async (database) => {
  process.stdout.write(await describeCatalogue(database));
});
