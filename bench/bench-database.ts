import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type Database, installJobQueue, migrate, openDatabase } from '@muster/database';
import { toDatabaseUrl } from '@muster/database/testing';
import { migrationFolders } from '../packages/database/src/testing/migration-folders.ts';

/** An embedded PostgreSQL of one bench, as durable as the product's. */
export interface BenchServer {
  /** The address of one of its databases. */
  toUrl(name: string): string;
  create(name: string, template?: string): Promise<void>;
  drop(name: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts it in a directory that goes with it. */
export async function startBenchServer(): Promise<BenchServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muster-bench-'));
  const { database, close } = await openDatabase({ dataDir });
  return {
    toUrl: (name) => toDatabaseUrl(database.url, name),
    create: async (name, template = 'template0') => {
      await database.query(`create database ${name} template ${template}`);
    },
    drop: async (name) => {
      await database.query(`drop database ${name} with (force)`);
    },
    async [Symbol.asyncDispose]() {
      await close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A migrated database on a server of its own, given to the work and gone after it. */
export async function withBenchDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  await using server = await startBenchServer();
  const database = await createMigrated(server, 'bench');
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export async function createMigrated(server: BenchServer, name: string): Promise<Database> {
  await server.create(name);
  const database = connect(server.toUrl(name));
  await migrate(database, migrationFolders);
  await installJobQueue(database);
  return database;
}
