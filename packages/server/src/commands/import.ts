import { moveStoredBytes } from '@muster/backend';
import {
  type Database,
  installJobQueue,
  listPendingMigrations,
  migrate,
  type OpenDatabase,
} from '@muster/database';
import type { Config } from '../config.ts';
import { FileFault } from '../league-file/file-fault.ts';
import { withGivenFile } from '../league-file/given-file.ts';
import { importLeague, NotEmpty, requireNoLeague } from '../league-file/import-league.ts';
import type { Manifest } from '../league-file/manifest.ts';
import type { LeagueFile } from '../league-file/open-league-file.ts';
import { createProgress } from '../league-file/progress.ts';
import { checkEntries } from '../league-file/verify-file.ts';
import { listMigrationFolders, openLeagueDatabase } from '../open-league.ts';
import { type Command, OperatorError } from './command.ts';
import { untilInterrupted } from './until-interrupted.ts';

async function listApplied(database: Database): Promise<string[]> {
  const [record] = await database.query<{ is_there: boolean }>(
    `select to_regclass('private.migrations') is not null as is_there`,
  );
  const rows = record?.is_there
    ? await database.query<{ name: string }>('select name from private.migrations')
    : [];
  return rows.map(({ name }) => name);
}

/**
 * The folders as they were when the file was written: its tables are made as it knows them, and brought up to date
 * once its rows are in.
 */
async function toFoldersThen(config: Config, database: Database, { migrations }: Manifest) {
  const folders = listMigrationFolders(config);
  const applied = await listApplied(database);
  const known = new Set([...applied, ...(await listPendingMigrations(database, folders))]);
  const given = Object.values(migrations).flat();
  const unknown = given.find((name) => !known.has(name));
  if (unknown !== undefined) {
    throw new FileFault(`a newer Muster wrote it (${unknown}): take that, or a newer one`);
  }
  const later = applied.find((name) => !given.includes(name));
  if (later !== undefined) {
    throw new NotEmpty(
      `The database is further than the file (${later}): give one in which nothing is, not even tables.`,
    );
  }
  return folders.map((folder) => ({ ...folder, only: migrations[folder.label] ?? [] }));
}

/** Brings the stored files to where this place keeps them. */
async function bringHome(config: Config, database: Database): Promise<void> {
  const { home = 'database' } = config.storage;
  if (home === 'database') {
    return;
  }
  const onFailure = (error: unknown) => console.error(error);
  const { moved, failed } = await moveStoredBytes(database, config.storage, home, { onFailure });
  console.log(`${moved} stored files moved to the home ${home}, ${failed} could not be.`);
}

async function makeLeague(
  config: Config,
  { database }: OpenDatabase,
  { file, signal }: { file: LeagueFile; signal: AbortSignal },
): Promise<void> {
  await requireNoLeague(database);
  await migrate(database, await toFoldersThen(config, database, file.manifest));
  await importLeague(database, file, { progress: createProgress(console.log), signal });
  await migrate(database, listMigrationFolders(config));
  await installJobQueue(database);
  await database.transaction((transaction) => transaction.query('analyze'), {
    statementTimeout: 0,
  });
  await bringHome(config, database);
}

/** `import FILE [--identity FILE]`: makes the league of an exported file in an empty database. */
export const command: Command = {
  options: { identity: { type: 'string' } },
  async run(config, args) {
    const [path, ...more] = args.positionals;
    if (path === undefined || more.length > 0) {
      throw new OperatorError('import takes FILE, and --identity FILE where it is encrypted.');
    }
    if (config.supabase !== null) {
      throw new OperatorError(
        'A league moves to Supabase by PostgreSQL’s own tools, not by import.',
      );
    }
    const work = (signal: AbortSignal) =>
      withGivenFile(path, { args, signal }, async (file) => {
        // Before the database is touched, or even made.
        await checkEntries(file, { progress: createProgress(console.log), signal });
        const opened = await openLeagueDatabase(config);
        try {
          await makeLeague(config, opened, { file, signal });
        } finally {
          await opened.close();
        }
        return file.manifest;
      });
    const manifest = await untilInterrupted(work).catch((error: unknown) => {
      throw error instanceof NotEmpty ? new OperatorError(error.message) : error;
    });
    const as = manifest.instant === null ? '' : ` as of ${manifest.instant}`;
    console.log(`The league${as} is here. npx muster verify replays its log; nothing was sent.`);
    return 0;
  },
};
