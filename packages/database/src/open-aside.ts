import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { toClientConfig } from './client-config.ts';
import { connect } from './connect.ts';
import { EmbeddedError } from './embedded/embedded-error.ts';
import { startEmbedded } from './embedded/start-embedded.ts';
import type { Database } from './types.ts';
import { toReason } from './unavailable.ts';

/** Why there can be no database aside: the login may make none, the address leads to no new one, another is at work. */
export type AsideCode = 'no_right' | 'no_way' | 'busy';

export class AsideError extends Error {
  override readonly name = 'AsideError';
  readonly code: AsideCode;

  constructor(code: AsideCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** An empty database that is there for a while. */
export interface Aside {
  database: Database;
  /** Ends whatever is done in it, at once, and takes it away. Called twice it does so once. */
  close(): Promise<void>;
}

interface AsideOptions {
  /** The PostgreSQL that it is made in; null for one of its own, which needs nothing and flushes nothing. */
  databaseUrl: string | null;
  /** Where such an own one lies, in a folder `aside`. */
  dataDir: string;
}

/** As many as the jobs of a process have. */
const connections = 3;
const lockTimeout = '10s';
/** Small, since it stands beside the league's own. */
const settings = {
  shared_buffers: '32MB',
  max_connections: '12',
  max_wal_size: '128MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/**
 * Makes an empty database beside the league's own, one at a time, whichever process asks; what a process that was
 * killed has left of an earlier one goes first.
 * @throws AsideError where it cannot be made.
 */
export function openAside({ databaseUrl, dataDir }: AsideOptions): Promise<Aside> {
  return databaseUrl === null ? startAside(join(dataDir, 'aside')) : makeAside(databaseUrl);
}

async function startAside(dataDir: string): Promise<Aside> {
  const server = await startEmbedded({
    ...{ dataDir, isDurable: false, isTemporary: true, settings },
  }).catch((error: unknown) => {
    throw error instanceof EmbeddedError && error.code === 'already_running' ? refuseBusy() : error;
  });
  const database = connect({ url: server.url, maxConnections: connections });
  return {
    database,
    close: once(async () => {
      await server.stop();
      await database.close().catch(() => undefined);
      await rm(dataDir, { recursive: true, force: true });
    }),
  };
}

async function makeAside(url: string): Promise<Aside> {
  const client = new pg.Client(toClientConfig({ url, applicationName: 'muster aside' }));
  // What it is lost by comes as the failure of what is asked over it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const name = await takeName(client);
    const address = toAddress(url, name);
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template template0 encoding 'UTF8'`);
    const database = connect({ url: address, maxConnections: connections });
    const close = once(async () => {
      try {
        await client.query(`drop database if exists ${name} with (force)`);
      } finally {
        await database.close().catch(() => undefined);
        await client.end().catch(() => undefined);
      }
    });
    // Its tables are the league's, and open to nobody else of this server.
    await client.query(`revoke all on database ${name} from public`);
    await database.query('select 1').catch(async (error: Error) => {
      await close();
      throw new AsideError('no_way', `A new database does not answer: ${toReason(error)}.`);
    });
    return { database, close };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

/** The name of the database aside: one for each that it may stand beside, held by a lock for as long as we are connected. */
async function takeName(client: pg.Client): Promise<string> {
  await client.query(`set lock_timeout = '${lockTimeout}'`);
  const { rows } = await client.query<{ name: string; may: boolean; taken: boolean }>(
    `select 'muster_aside_' || d.oid as name, r.rolcreatedb or r.rolsuper as may,
       pg_try_advisory_lock(hashtextextended('muster.aside', 0)) as taken
     from pg_catalog.pg_database d, pg_catalog.pg_roles r
     where d.datname = current_database() and r.rolname = current_user`,
  );
  const [found] = rows;
  if (found?.may !== true) {
    throw new AsideError('no_right', 'The login of DATABASE_URL may not create a database.');
  }
  if (!found.taken) {
    throw refuseBusy();
  }
  return found.name;
}

function refuseBusy(): AsideError {
  return new AsideError('busy', 'Another process has a database aside at the moment.');
}

/** The address of another database of the same server. */
function toAddress(url: string, name: string): string {
  if (!URL.canParse(url)) {
    throw new AsideError('no_way', 'DATABASE_URL is not of the form that names another database.');
  }
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
