import type { Database, Queryable } from '@muster/database';
import { BytesStore } from './bytes-store.ts';
import { createDatabaseHome } from './database-home.ts';
import { createDirectoryHome } from './directory-home.ts';
import type { BytesHome, HomeName } from './home.ts';
import { createS3Client } from './s3-client.ts';
import { createS3Home } from './s3-home.ts';

/** Where bytes may lie, as the operator says it. */
export interface HomesConfig {
  /** Where the bytes of new objects go; the database where nothing is said. */
  home?: HomeName;
  /** The directory of the home of that name. */
  directory?: string;
  /** The S3 of the home of that name: `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION]`. */
  s3?: string;
}

/** The homes that are configured; the database is always one. */
export function openHomes(
  database: Queryable,
  { directory, s3 }: HomesConfig,
): Partial<Record<HomeName, BytesHome>> {
  return {
    database: createDatabaseHome(database),
    ...(directory === undefined ? {} : { directory: createDirectoryHome(directory) }),
    ...(s3 === undefined ? {} : { s3: createS3Home(database, createS3Client(s3)) }),
  };
}

/** The bytes of all objects over the homes that are configured. */
export function openStore(
  database: Database,
  config: HomesConfig,
  onError: (error: unknown) => void,
): BytesStore {
  const homes = openHomes(database, config);
  return new BytesStore({ database, homes, home: config.home ?? 'database', onError });
}
