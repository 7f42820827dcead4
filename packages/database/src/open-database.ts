import { randomBytes } from 'node:crypto';
import { connect } from './connect.ts';
import {
  type EmbeddedOptions,
  type EmbeddedServer,
  joinEmbedded,
  startEmbedded,
} from './embedded/start-embedded.ts';
import { OpenDatabaseError } from './open-database-error.ts';
import { proveSessions } from './prove-sessions.ts';
import { poolConnections, processConnections } from './shares.ts';
import type { Database } from './types.ts';
import { DatabaseUnavailable, toReason } from './unavailable.ts';

interface OpenDatabaseOptions {
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

const oldestSupported = 150_000;
/** A notice to oneself takes a millisecond or two. */
const noticeTimeoutMs = 5_000;

/** Opens the PostgreSQL that the environment names, or starts the embedded one. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  const server = options.databaseUrl === undefined ? await openEmbedded(options) : undefined;
  let database: Database | undefined;
  const close = async () => {
    await database?.close();
    await server?.stop();
  };
  try {
    const connection = {
      ...pickConnectOptions(options),
      url: server?.url ?? requireUrl(options.databaseUrl),
    };
    database = connect(connection);
    const version = await requireSupportedVersion(database);
    await requireConnections(database);
    if (server === undefined) {
      await database.close();
      database = connect({ ...connection, sessions: await proveSessions(connection) });
      await requireNotices(database);
    }
    return { database, kind: server ? 'embedded' : 'external', version, close };
  } catch (error) {
    await close();
    throw error instanceof DatabaseUnavailable ? refuseUnreachable(error) : error;
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
    maxConnections: maxConnections ?? poolConnections,
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
      throw refuseUnreachable(error);
    });
  const [found] = rows;
  if (!found || found.number < oldestSupported) {
    throw new OpenDatabaseError(
      'database_too_old',
      `Muster needs PostgreSQL 15 or newer, and the database is ${found?.version ?? 'unknown'}.`,
    );
  }
  // Distributions add their own words: "15.14 (Debian 15.14-0+deb12u1)".
  return found.version.split(' ')[0] ?? found.version;
}

function refuseUnreachable(error: Error): OpenDatabaseError {
  const message = `The database does not answer: ${toReason(error)}.`;
  return new OpenDatabaseError('database_unreachable', message, { cause: error });
}

/** Less than one process may use would show only under load, as refusals that nobody understands. */
async function requireConnections(database: Database): Promise<void> {
  const [found] = await database.query<{ most: number }>(
    // Limits do not hold for superusers, and what is kept back is kept for them.
    `select case when r.rolsuper then current_setting('max_connections')::integer
       else least(
         current_setting('max_connections')::integer
           - current_setting('superuser_reserved_connections')::integer
           - coalesce(current_setting('reserved_connections', true)::integer, 0),
         nullif(d.datconnlimit, -1), nullif(r.rolconnlimit, -1)) end as most
       from pg_catalog.pg_database d, pg_catalog.pg_roles r
       where d.datname = current_database() and r.rolname = current_user`,
  );
  if (found && found.most < processConnections) {
    throw new OpenDatabaseError(
      'database_too_small',
      `Each process of Muster uses up to ${processConnections} connections, and the database gives ${found.most}: raise max_connections, or the limit of its role or database.`,
    );
  }
}

/**
 * A pooler that lends connections by the transaction takes LISTEN and brings no notice, says nothing of it,
 * and mixes up settings and prepared statements besides: pages would go stale and fail at random.
 */
async function requireNotices(database: Database): Promise<void> {
  const channel = `muster_proof_${randomBytes(8).toString('hex')}`;
  const heard = Promise.withResolvers<boolean>();
  const stop = await database.listen(channel, () => heard.resolve(true));
  const timer = setTimeout(() => heard.resolve(false), noticeTimeoutMs);
  try {
    await database.query('select pg_notify($1, $2)', [channel, '']);
    if (!(await heard.promise)) {
      throw new OpenDatabaseError(
        'database_without_notices',
        'LISTEN hears nothing at DATABASE_URL, as behind a pooler in transaction mode: give the address of PostgreSQL itself, or of a pooler that keeps sessions.',
      );
    }
  } finally {
    clearTimeout(timer);
    await stop();
  }
}
