export { describeCatalogue } from '../describe-catalogue.ts';
export { listGrants } from './grants.ts';
export { holdOpen } from './hold-open.ts';
export { backendFolder, leagueFolder } from './migration-folders.ts';
export { startPooler } from './pooler.ts';
export { pushMigrations } from './push-migrations.ts';
export { toDatabaseUrl } from './server-databases.ts';
export { findSmallDiskHindrance, onSmallDisk } from './small-disk.ts';
export { startSupabaseServer } from './supabase-server.ts';

import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { inject } from 'vitest';
import { connect } from '../connect.ts';
import type { Database } from '../types.ts';
import { cloneDatabase, runOnServer, toDatabaseUrl } from './server-databases.ts';

/** A database of one test's own; `await using` drops it at the end of the block. */
export interface TestDatabase {
  database: Database;
  url: string;
  [Symbol.asyncDispose](): Promise<void>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    musterTestServer: {
      url: string;
      template: string;
      failure: string | null;
      /** Where the run's own PostgreSQL lies, in memory if it can be; it goes at the end. */
      folder: string;
    };
  }
}

/** What fills a database with what takes long to make: it is called once in a run of the tests. */
export interface World {
  /** Of lower-case letters; no other has it. */
  name: string;
  make(database: Database): Promise<void>;
}

/**
 * A database of its own with all migrations applied, cloned from the run's template.
 * With `isEmpty` one without any, for tests of migrations themselves; with `like` as another one of a test's stands,
 * to which nobody may be connected meanwhile; with `world` as that left it.
 * One that `isRacing` fails its test at the end where PostgreSQL had to give up a transaction for others to go on:
 * what is then tried again passes, and hides that two wait for each other.
 */
export async function createTestDatabase({
  isEmpty = false,
  isRacing = false,
  like,
  world,
}: {
  isEmpty?: boolean;
  isRacing?: boolean;
  like?: TestDatabase;
  world?: World;
} = {}): Promise<TestDatabase> {
  const server = inject('musterTestServer');
  if (server.failure !== null && !isEmpty) {
    throw new Error(`The migrations could not be applied: ${server.failure}`);
  }
  const name = `test_${randomBytes(8).toString('hex')}`;
  const migrated = world === undefined ? server.template : await requireWorld(server, world);
  const full = like === undefined ? migrated : new URL(like.url).pathname.slice(1);
  const template = isEmpty ? 'template0' : full;
  await cloneDatabase(server.url, name, template);
  const url = toDatabaseUrl(server.url, name);
  const database = connect(url);
  return {
    database,
    url,
    async [Symbol.asyncDispose]() {
      await database.close();
      const deadlocks = isRacing ? await countDeadlocks(server.url, name) : 0;
      await runOnServer(server.url, `drop database ${name} with (force)`);
      if (deadlocks > 0) {
        throw new Error(`PostgreSQL had to break deadlocks: ${deadlocks}`);
      }
    },
  };
}

/** The database of a world, to be cloned: who finds none begun makes it, the others wait. It bears its name once whole. */
async function requireWorld(
  { url, template }: { url: string; template: string },
  { name, make }: World,
): Promise<string> {
  const [whole, begun] = [`world_${name}`, `world_${name}_begun`];
  while (!(await hasDatabase(url, whole))) {
    if (!(await beginDatabase(url, begun, template))) {
      await setTimeout(200);
      continue;
    }
    // Another may have become whole since it was looked for.
    if (await hasDatabase(url, whole)) {
      await runOnServer(url, `drop database ${begun}`);
      break;
    }
    const database = connect(toDatabaseUrl(url, begun));
    try {
      await make(database).finally(() => database.close());
    } catch (error) {
      await runOnServer(url, `drop database ${begun} with (force)`);
      throw error;
    }
    await runOnServer(url, `alter database ${begun} rename to ${whole}`);
  }
  return whole;
}

async function hasDatabase(url: string, name: string): Promise<boolean> {
  const there = await runOnServer(url, 'select from pg_database where datname = $1', [name]);
  return there.length > 0;
}

/** False where another has begun it. */
async function beginDatabase(url: string, name: string, template: string): Promise<boolean> {
  try {
    await cloneDatabase(url, name, template);
    return true;
  } catch (error) {
    // As PostgreSQL says it of one that is there, and of two at the same instant.
    if (error instanceof Error && 'code' in error && /^(42P04|23505)$/.test(String(error.code))) {
      return false;
    }
    throw error;
  }
}

/** How often PostgreSQL gave up a transaction so that others could go on. Each session tells it as it ends. */
async function countDeadlocks(url: string, name: string): Promise<number> {
  const server = connect({ url, maxConnections: 1 });
  try {
    for (;;) {
      const left = await server.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
      if (left.length === 0) {
        break;
      }
    }
    const [row] = await server.query<{ deadlocks: number }>(
      'select deadlocks::int from pg_stat_database where datname = $1',
      [name],
    );
    return row?.deadlocks ?? 0;
  } finally {
    await server.close();
  }
}
