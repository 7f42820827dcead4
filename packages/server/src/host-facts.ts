import { readFile, statfs } from 'node:fs/promises';
import { type Database, listPendingMigrations, MigrationError } from '@muster/database';
import type { KeptJournal } from './backup/keep-journal.ts';
import type { Config } from './config.ts';
import type { HostFacts } from './context.ts';
import { getMailWay } from './mail/mail-way.ts';
import { listMigrationFolders } from './open-league.ts';

/** The disk of an embedded database, in bytes; null where the database is elsewhere. */
async function readDisk({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<HostFacts['disk']> {
  if (databaseUrl !== null) {
    return null;
  }
  const { bavail, blocks, bsize } = await statfs(dataDir);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** How many migrations of this code the database lacks; one that was changed afterwards counts as one. */
async function countPending(database: Database, config: Config): Promise<number> {
  try {
    return (await listPendingMigrations(database, listMigrationFolders(config))).length;
  } catch (error) {
    if (error instanceof MigrationError) {
      return 1;
    }
    throw error;
  }
}

async function readVersion(): Promise<string> {
  const file = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  return version;
}

/** What a process knows of the machine that it runs on; no secret and no path is among it. */
export function createHostReader(
  config: Config,
  database: Database,
  journal: KeptJournal | null,
): () => Promise<HostFacts> {
  return async () => {
    const [disk, pending, muster] = await Promise.all([
      readDisk(config),
      countPending(database, config),
      readVersion(),
    ]);
    return {
      ...{ disk, pending, muster, node: process.versions.node, mailWay: getMailWay(config) },
      hasBackups: config.backup.directory !== null && config.supabase === null,
      journal: (await journal?.readState()) ?? null,
    };
  };
}
