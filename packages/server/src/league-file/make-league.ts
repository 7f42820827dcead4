import { moveStoredBytes } from '@muster/backend';
import { type Database, installJobQueue, listPendingMigrations, migrate } from '@muster/database';
import type { Config } from '../config.ts';
import { listMigrationFolders } from '../open-league.ts';
import { finishImport, type Unfinished } from './finish-import.ts';
import { importLeague, NotEmpty, requireNoLeague } from './import-league.ts';
import { type Manifest, requireKnown } from './manifest.ts';
import type { LeagueFile } from './open-league-file.ts';
import { createProgress } from './progress.ts';

type PlaceConfig = Pick<Config, 'storage' | 'supabase'>;

async function listApplied(database: Database): Promise<string[]> {
  const [record] = await database.query<{ is_there: boolean }>(
    `select to_regclass('private.migrations') is not null as is_there`,
  );
  const rows = record?.is_there
    ? await database.query<{ name: string }>('select name from private.migrations')
    : [];
  return rows.map(({ name }) => name);
}

/** The names of all migrations that this Muster has, or that were applied here. */
export async function listKnown(config: PlaceConfig, database: Database): Promise<string[]> {
  const pending = await listPendingMigrations(database, listMigrationFolders(config));
  return [...(await listApplied(database)), ...pending];
}

/**
 * The folders as they were when the file was written: its tables are made as it knows them, and brought up to date
 * once its rows are in.
 * @throws NewerFault where a newer Muster wrote it.
 */
export async function toFoldersThen(config: PlaceConfig, database: Database, manifest: Manifest) {
  requireKnown(await listKnown(config, database), manifest);
  return listMigrationFolders(config).map((folder) => ({
    ...folder,
    only: manifest.migrations[folder.label] ?? [],
  }));
}

/** @throws NotEmpty where the tables that are there are of a later version than the file. */
async function requireNotLater(database: Database, { migrations }: Manifest): Promise<void> {
  const given = Object.values(migrations).flat();
  const later = (await listApplied(database)).find((name) => !given.includes(name));
  if (later !== undefined) {
    throw new NotEmpty(
      `The database is further than the file (${later}): give one in which nothing is, not even tables.`,
    );
  }
}

/** Brings the stored files to where this place keeps them; who stops it has a whole league, and a way to go on. */
async function bringHome(
  config: PlaceConfig,
  database: Database,
  { print, signal }: Told,
): Promise<void> {
  const { home = 'database' } = config.storage;
  if (home === 'database') {
    return;
  }
  const progress = createProgress(print);
  try {
    const { moved, failed } = await moveStoredBytes(database, config.storage, home, {
      onFailure: (error) => console.error(error),
      onProgress: ({ moved: done, total }) =>
        progress(() => `${done} of ${total} stored files moved`),
      signal,
    });
    print(`${moved} stored files moved to the home ${home}, ${failed} could not be.`);
  } catch (error) {
    if (!signal.aborted) {
      throw error;
    }
    print(`Stopped: files stay in the database until npx muster storage move ${home}.`);
  }
}

/** Rows that have just come are unknown to PostgreSQL's planner; its own tables are none of them. */
async function analyze(database: Database): Promise<void> {
  const [tables] = await database.query<{ names: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as names from pg_catalog.pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  await database.transaction((transaction) => transaction.query(`analyze ${tables?.names}`), {
    statementTimeout: 0,
  });
}

interface Told {
  /** Takes a line of what takes a while. */
  print: (line: string) => void;
  signal: AbortSignal;
}

export interface MakeOptions extends Told {
  file: LeagueFile;
  left: Unfinished;
  isGentle?: boolean;
}

/** Makes the league of a file, whose hashes have been checked, in an empty database, and brings it up to date. */
export async function makeLeague(
  config: PlaceConfig,
  database: Database,
  { file, left, print, ...options }: MakeOptions,
): Promise<void> {
  await requireNoLeague(database);
  const folders = await toFoldersThen(config, database, file.manifest);
  await requireNotLater(database, file.manifest);
  await migrate(database, folders);
  await importLeague(database, file, { left, progress: createProgress(print), ...options });
  await bringUpToDate(config, database, { print, signal: options.signal });
}

/** What follows once the rows are in; until it is over, nothing serves the league. */
export async function bringUpToDate(
  config: PlaceConfig,
  database: Database,
  told: Told,
): Promise<void> {
  await migrate(database, listMigrationFolders(config));
  await installJobQueue(database);
  await finishImport(database);
  await analyze(database);
  await bringHome(config, database, told);
}
