import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { grantWhereNoLeague } from '@muster/backend';
import {
  type Database,
  type EmbeddedStep,
  installJobQueue,
  migrate,
  type OpenDatabase,
  openDatabase,
} from '@muster/database';
import { updateLeague } from './backup/update-league.ts';
import { OperatorError } from './commands/command.ts';
import type { Config } from './config.ts';
import { finishImport, isUnfinished, unfinishedWords } from './league-file/finish-import.ts';

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const backendMigrations = {
  label: 'backend',
  path: join(root, 'packages', 'backend', 'migrations'),
};
const leagueMigrations = { label: 'league', path: join(root, 'supabase', 'migrations') };

const steps: Record<EmbeddedStep, string> = {
  initialising: 'Creating the database',
  starting: 'Starting the database',
  ready: 'The database is running',
  restarting: 'Stopping what a crash left running',
  told_to_stop: 'Somebody has told the database to stop',
  files_gone:
    'The files of the database are gone; npx muster restore --at now brings back what the journal has',
  running_as_nobody: 'The database runs as nobody, as user namespaces are off here',
};

export interface OpenLeague {
  database: Database;
  kind: 'embedded' | 'external';
  /** PostgreSQL's version, as `18.4`. */
  version: string;
  /** The migrations that this opening applied. */
  applied: readonly string[];
  [Symbol.asyncDispose](): Promise<void>;
}

interface OpenOptions {
  /** Joins the PostgreSQL that a running server of this data directory holds, else starts it for itself. */
  mayJoin?: boolean;
  onProgress?: (line: string) => void;
  /** Told where the database was told to stop by somebody else: then nothing here can go on. */
  onToldToStop?: () => void;
  /** By which name PostgreSQL knows the connections. */
  applicationName?: string;
}

/** The name of the connections of whatever serves a league or works on it. */
export const usualName = 'muster';

type Where = Pick<Config, 'databaseUrl' | 'dataDir' | 'supabase'>;

/** The database for Supabase's services alone: what is theirs is brought up to date, a league's part is left to its site. */
export async function openForServices(
  config: Where,
  options: OpenOptions,
): Promise<OpenLeague & { hasLeague: boolean }> {
  const opened = await openLeagueDatabase(config, options);
  const { database, kind, version } = opened;
  try {
    const { applied } = await migrate(database, [backendMigrations]);
    const hasLeague = await grantWhereNoLeague(database);
    if (hasLeague && (await isUnfinished(database))) {
      throw new OperatorError(unfinishedWords);
    }
    if (hasLeague) {
      await installJobQueue(database);
    }
    return {
      ...{ database, kind, version, applied, hasLeague },
      [Symbol.asyncDispose]: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

/** Hosted Supabase brings roles, auth and realtime itself. */
export function listMigrationFolders({ supabase }: Pick<Where, 'supabase'>) {
  return supabase === null ? [backendMigrations, leagueMigrations] : [leagueMigrations];
}

/** Opens the league's database, by DATABASE_URL or DATA_DIR, as it is. */
export function openLeagueDatabase(
  config: Where,
  {
    mayJoin = true,
    onProgress = () => {},
    onToldToStop = () => {},
    applicationName = usualName,
  }: OpenOptions = {},
): Promise<OpenDatabase> {
  return openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    join: mayJoin,
    applicationName,
    onProgress: (step, detail) => {
      onProgress(`${steps[step]} (${detail})`);
      if (step === 'told_to_stop' || step === 'files_gone') {
        onToldToStop();
      }
    },
  });
}

/** What the league's database is, in a few words without its password. */
export function describeDatabase(
  { dataDir }: Pick<Where, 'dataDir'>,
  { kind, version }: Pick<OpenDatabase, 'kind' | 'version'>,
): string {
  return kind === 'embedded'
    ? `PostgreSQL ${version}, embedded, in ${resolve(dataDir)}`
    : `PostgreSQL ${version} at DATABASE_URL`;
}

/** The same, brought up to date; a backup comes before that where tables change. */
export async function openLeague(
  config: Where & Pick<Config, 'backup' | 'storage'>,
  options: OpenOptions = {},
): Promise<OpenLeague> {
  const opened = await openLeagueDatabase(config, options);
  try {
    const { onProgress: print = () => {} } = options;
    const folders = listMigrationFolders(config);
    const applied = await updateLeague(config, opened, { folders, print });
    await installJobQueue(opened.database);
    await finishImport(opened.database);
    return {
      database: opened.database,
      kind: opened.kind,
      version: opened.version,
      applied,
      [Symbol.asyncDispose]: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}
