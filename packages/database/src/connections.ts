import pg from 'pg';
import { type ConnectOptions, settleSession, toClientConfig } from './client-config.ts';
import { StatementNames } from './statement-names.ts';

/** What a session of PostgreSQL has once needed it keeps until it ends, some 40 MB after all kinds of pages. */
const idleTimeoutMs = 20_000;
const lifetimeSeconds = 1_800;

/** Connections, and what is known of them. */
export interface Connections {
  clients: pg.Pool;
  /** Null where sessions are shared: no statement is named, and settings are made in each transaction. */
  names: StatementNames | null;
  /** How long a statement may take on each connection, as it was last told. */
  timeouts: WeakMap<pg.PoolClient, number>;
  /** How many names had been given when a connection was first used. */
  givenBefore: WeakMap<pg.PoolClient, number>;
}

/** Opens a pool of connections, each when it is first needed. */
export function openConnections(options: ConnectOptions): Connections {
  const { maxConnections, onError = () => undefined } = options;
  const isOwn = options.sessions !== 'shared';
  const clients = new pg.Pool({
    ...toClientConfig(options),
    max: maxConnections ?? 10,
    idleTimeoutMillis: idleTimeoutMs,
    maxLifetimeSeconds: lifetimeSeconds,
    // A statement goes out when it is given, not when the one before it has been answered.
    pipeline: true,
    ...(isOwn ? { onConnect: (client) => settleSession(client) } : {}),
  });
  // Between the pool's hearing a client and ours, what came with its last answer may be the end of its session:
  // an error event that nobody hears would end the process.
  clients.on('connect', (client) => client.on('error', () => undefined));
  // One that is being closed may be cut off while it says goodbye, which is no failure.
  clients.on('error', (error) => {
    if (!clients.ending) {
      onError(error);
    }
  });
  return {
    clients,
    names: isOwn ? new StatementNames() : null,
    timeouts: new WeakMap(),
    givenBefore: new WeakMap(),
  };
}
