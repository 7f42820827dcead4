import pg from 'pg';
import { withAdvisoryLock } from './advisory-lock.ts';
import { settleSession, toClientConfig } from './client-config.ts';
import type { Database } from './types.ts';

/** Connections for the job queue's library, which needs a pool of its own; the caller ends it. */
export function openJobPool(url: string, maxConnections: number): pg.Pool {
  const pool = new pg.Pool({
    ...toClientConfig({ url, applicationName: 'muster jobs' }),
    max: maxConnections,
    onConnect: (client) => settleSession(client),
  });
  // An error event that nobody hears would end the process; lost connections are replaced.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/**
 * Brings the queue's own schema, `graphile_worker`, up to date. One process at a time does it, the
 * others wait; nobody but the owner gets rights there.
 */
export async function installJobQueue(database: Database): Promise<void> {
  // Heavier than all the rest of this package, and only those who open a league need it.
  const { Logger, runMigrations } = await import('graphile-worker');
  const pool = openJobPool(database.url, 1);
  try {
    await withAdvisoryLock(database, 'muster.job-queue', () =>
      runMigrations({ pgPool: pool, logger: new Logger(() => () => undefined) }),
    );
  } finally {
    await pool.end();
  }
}
