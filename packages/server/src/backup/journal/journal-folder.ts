import { basename, join, resolve } from 'node:path';
import type { Config } from '../../config.ts';

const name = 'journal';

/** Where an embedded database's journal lies, and beside it who was forgotten; null where the database is elsewhere. */
export function findJournalFolder({
  backup,
  databaseUrl,
  dataDir,
}: Pick<Config, 'backup' | 'databaseUrl' | 'dataDir'>): string | null {
  return databaseUrl === null ? resolve(backup.directory ?? join(dataDir, 'backups'), name) : null;
}

/** The journal of a folder of backups, or the folder itself where it is one. */
export function toJournalFolder(folder: string): string {
  const whole = resolve(folder);
  return basename(whole) === name ? whole : join(whole, name);
}
