import { connect } from './connect.ts';
import {
  type EmbeddedOptions,
  type EmbeddedServer,
  joinEmbedded,
  startEmbedded,
} from './embedded/start-embedded.ts';
import type { Database } from './types.ts';

export interface OpenDatabaseOptions {
  /** A PostgreSQL that is there (`DATABASE_URL`); without it the embedded one is used. */
  databaseUrl?: string | undefined;
  /** Where the embedded one keeps its data (`DATA_DIR`). */
  dataDir: string;
  /** For commands beside the server: use the embedded PostgreSQL that runs, else start one for the command. */
  join?: boolean;
  onProgress?: EmbeddedOptions['onProgress'];
  /** Told of lost connections, which are replaced by themselves. */
  onError?: (error: Error) => void;
  maxConnections?: number;
  applicationName?: string;
  /** Programs of PostgreSQL in place of the package's own. */
  binaries?: string;
}

/** The league's database, open, and what it runs on. */
export interface OpenDatabase {
  database: Database;
  kind: 'embedded' | 'external';
  /** The server's version, as `18.4`. */
  version: string;
  /** Closes the connections, then stops the embedded server if it is ours. */
  close(): Promise<void>;
}

/** The database cannot be used; the message is one line for the person who starts the server. */
export class OpenDatabaseError extends Error {
  override readonly name = 'OpenDatabaseError';
  readonly code: 'database_unreachable' | 'database_too_old' | 'database_url_invalid';

  constructor(code: OpenDatabaseError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const OLDEST_SUPPORTED = 150_000;

/** Opens the PostgreSQL that the environment names, or starts the embedded one. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const server = options.databaseUrl === undefined ? await openEmbedded(options) : undefined;
  let database: Database | undefined;
  const close = async () => {
    await database?.close();
    await server?.stop();
  };
  try {
    database = connect({
      ...pickConnectOptions(options),
      url: server?.url ?? requireUrl(options.databaseUrl),
    });
    const version = await requireSupportedVersion(database);
    return { database, kind: server ? 'embedded' : 'external', version, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function openEmbedded(options: OpenDatabaseOptions): Promise<EmbeddedServer> {
  const { dataDir, onProgress, binaries } = options;
  const embedded = { ...(onProgress ? { onProgress } : {}), ...(binaries ? { binaries } : {}) };
  return options.join ? joinEmbedded(dataDir, embedded) : startEmbedded({ dataDir, ...embedded });
}

function pickConnectOptions({ onError, maxConnections, applicationName }: OpenDatabaseOptions) {
  return {
    ...(onError ? { onError } : {}),
    ...(maxConnections ? { maxConnections } : {}),
    ...(applicationName ? { applicationName } : {}),
  };
}

/** pg takes almost anything for an address and then connects elsewhere. */
function requireUrl(url: string | undefined): string {
  if (url === undefined || !/^postgres(ql)?:\/\//.test(url)) {
    throw new OpenDatabaseError(
      'database_url_invalid',
      'DATABASE_URL takes postgres://user:password@host:port/database.',
    );
  }
  return url;
}

async function requireSupportedVersion(database: Database): Promise<string> {
  const rows = await database
    .query<{ number: number; version: string }>(
      `select current_setting('server_version_num')::integer as number,
         current_setting('server_version') as version`,
    )
    .catch((error: Error) => {
      throw new OpenDatabaseError(
        'database_unreachable',
        `The database does not answer: ${toReason(error)}.`,
        { cause: error },
      );
    });
  const [found] = rows;
  if (!found || found.number < OLDEST_SUPPORTED) {
    throw new OpenDatabaseError(
      'database_too_old',
      `Muster needs PostgreSQL 15 or newer, and the database is ${found?.version ?? 'unknown'}.`,
    );
  }
  // Distributions add their own words: "15.14 (Debian 15.14-0+deb12u1)".
  return found.version.split(' ')[0] ?? found.version;
}

/** A host with several addresses fails with an error that has no message of its own. */
function toReason(error: Error): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error && first.message ? first.message : error.name;
}
