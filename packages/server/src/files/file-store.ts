import type { OwnObjects } from '@muster/backend';
import type { Database } from '@muster/database';

/** What files are kept with: their rows in the database, their bytes with the storage service. */
export interface FileStore {
  database: Database;
  objects: OwnObjects;
}
