import type pg from 'pg';
import { createReadingSocket } from './reading-socket.ts';
import { lossless } from './type-parsers.ts';
import type { Sessions } from './types.ts';

/** How to connect; everything but the address has a default that suits a web server. */
export interface ConnectOptions {
  /** `postgres://user:password@host:port/database`, or with `?host=/directory` for a Unix socket. */
  url: string;
  /** At most so many connections, 10 unless given; listening takes one more. */
  maxConnections?: number;
  /** How long a statement may take, in milliseconds, 30,000 unless given; 0 for no limit. */
  statementTimeout?: number;
  /** Shown in `pg_stat_activity`. */
  applicationName?: string;
  /** What `proveSessions` found, `own` unless given. */
  sessions?: Sessions;
  /** Told of connections that were lost while nobody was waiting on them; they are replaced by themselves. */
  onError?: (error: Error) => void;
}

const connectionTimeoutMs = 10_000;

/** The settings of pg that every connection of ours has. */
export function toClientConfig(options: ConnectOptions): pg.ClientConfig {
  return {
    connectionString: options.url,
    application_name: options.applicationName ?? 'muster',
    connectionTimeoutMillis: connectionTimeoutMs,
    keepAlive: true,
    types: lossless,
    stream: createReadingSocket,
  };
}

/**
 * Settles a connection before anything else goes over it; every kind of ours does. By a statement: poolers
 * refuse settings among the parameters of the connection's start.
 */
export async function settleSession(client: pg.ClientBase, statementTimeout?: number) {
  const settings = [
    // Our statements are short; compiling them costs more than running them.
    'set jit = off',
    ...(statementTimeout === undefined
      ? []
      : [`set statement_timeout = ${Math.trunc(statementTimeout)}`]),
  ];
  await client.query(settings.join('; '));
}
