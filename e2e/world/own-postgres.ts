import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedServer, startEmbedded } from '@muster/database';
import { makeDataDir } from '../server/start-server.ts';

/** A real PostgreSQL of a test's own, with what a first start leaves in it, which is stopped and started while servers use it. */
export interface OwnPostgres {
  /** Its address, the same after every start. */
  url: string;
  /** Ends all sessions and stops it, as an operator would. */
  stop(): Promise<void>;
  start(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts one. Each start has a socket in a new place; a link leads there. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const folder = makeDataDir('pg');
  const link = join(folder, 'socket');
  let running: EmbeddedServer | null = null;
  const start = async () => {
    running = await startEmbedded({ dataDir: folder });
    if (running.socketDir === null) {
      throw new Error('This test needs sockets in the file system.');
    }
    rmSync(link, { force: true });
    symlinkSync(running.socketDir, link);
  };
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  await start();
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(link)}`,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
