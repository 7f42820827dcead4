import { readFile, statfs } from 'node:fs/promises';
import { type Database, listPendingMigrations, MigrationError } from '@muster/database';
import type { KeptJournal } from './backup/journal/keep-journal.ts';
import { openPlace } from './backup/place/open-place.ts';
import type { Config } from './config.ts';
import type { EmergencyFacts, HostFacts } from './context.ts';
import { getMailWay } from './mail/mail-way.ts';
import { listMigrationFolders } from './open-league.ts';
import { findServedUrl } from './served-url.ts';

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

/** Where backups lie, for whoever brings the league back; null where none are made. */
async function readEmergency(database: Database, config: Config): Promise<EmergencyFacts | null> {
  const place = config.supabase === null ? openPlace(config) : null;
  if (place === null) {
    return null;
  }
  const league = await findServedUrl(database, config);
  return { league, place: place.name, s3: withoutKey(config.backup.s3), keys: config.backup.keys };
}

/** An S3's address with words in the place of its key and secret. */
function withoutKey(address: string | null): string | null {
  if (address === null) {
    return null;
  }
  const { protocol, host, pathname, searchParams } = new URL(address);
  const region = searchParams.get('region');
  const scheme = protocol === 'https:' ? 's3:' : protocol;
  return `${scheme}//KEY:SECRET@${host}${pathname}${region === null ? '' : `?region=${region}`}`;
}

async function readVersion(): Promise<string> {
  const file = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  const { version } = JSON.parse(file) as { version: string };
  return version;
}

/** What a process knows of the machine that it runs on; no secret is among it. */
export function createHostReader(
  config: Config,
  database: Database,
  journal: KeptJournal | null,
): () => Promise<HostFacts> {
  return async () => {
    const [disk, pending, muster, emergency] = await Promise.all([
      readDisk(config),
      countPending(database, config),
      readVersion(),
      readEmergency(database, config),
    ]);
    return {
      ...{ disk, pending, muster, node: process.versions.node, mailWay: getMailWay(config) },
      ...{ hasBackups: emergency !== null, emergency },
      journal: (await journal?.readState()) ?? null,
    };
  };
}
