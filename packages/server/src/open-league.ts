import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type Database,
  type EmbeddedStep,
  installJobQueue,
  migrate,
  openDatabase,
} from '@muster/database';
import type { Config } from './config.ts';

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
}

/** Opens the league's database, by DATABASE_URL or DATA_DIR, and brings it up to date. */
export async function openLeague(
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'supabase'>,
  { mayJoin = true, onProgress = () => {}, onToldToStop = () => {} }: OpenOptions = {},
): Promise<OpenLeague> {
  const opened = await openDatabase({
    databaseUrl: config.databaseUrl ?? undefined,
    dataDir: config.dataDir,
    join: mayJoin,
    applicationName: 'muster',
    onProgress: (step, detail) => {
      onProgress(`${steps[step]} (${detail})`);
      if (step === 'told_to_stop') onToldToStop();
    },
  });
  try {
    // Hosted Supabase brings roles, auth and realtime itself.
    const folders =
      config.supabase === null ? [backendMigrations, leagueMigrations] : [leagueMigrations];
    const { applied } = await migrate(opened.database, folders);
    await installJobQueue(opened.database);
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
