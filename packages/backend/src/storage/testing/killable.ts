import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Queryable } from '@muster/database';
import { expect, vi } from 'vitest';
import type { StorageConfig } from '../create-storage.ts';
import type { Task } from './do-tasks.ts';
import type { StopAt } from './stopping.ts';
import type { StorageWorld } from './storage-world.ts';

const serving = fileURLToPath(new URL('storage-process.ts', import.meta.url));
const stopping = fileURLToPath(new URL('stopping-process.ts', import.meta.url));

/** The same storage as a world's, in a process of its own. */
export interface Killable {
  /** Where it serves; one that is to stand still somewhere serves nothing. */
  url: string;
  /** Its whole file tree, with disks that only it has (Linux). */
  root: string;
  /** Begins a move or a sweep, and waits for nothing. */
  begin(task: Task): void;
  /** Resolves to what it says next: that it stands where it was to, or what a task came to. */
  hear(): Promise<unknown>;
  /** Ends it at once, and waits until the database has carried out what it was last told and let go of it. */
  kill(): Promise<void>;
}

interface Options {
  stop?: StopAt;
  /** The command before Node's, as one that gives the process a disk of its own. */
  within?: readonly string[];
}

async function countSessions(database: Queryable, name: string): Promise<unknown> {
  const [row] = await database.query<{ sessions: number }>(
    'select count(*)::integer as sessions from pg_stat_activity where application_name = $1',
    [name],
  );
  return row?.sessions;
}

/** Starts it; where it stops, it stands still until it is killed. */
export async function startKillable(
  { world, directory }: StorageWorld,
  config: StorageConfig,
  { stop, within = [] }: Options = {},
): Promise<Killable> {
  const settings = JSON.stringify({ directory, ...config });
  const name = `killed-${randomUUID()}`;
  const url = new URL(world.database.url);
  url.searchParams.set('application_name', name);
  const given =
    stop === undefined
      ? [serving, url.href, settings]
      : [stopping, url.href, settings, JSON.stringify(stop)];
  const [command = '', ...args] = [...within, process.execPath, ...given];
  const child: ChildProcess = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const hear = async (): Promise<unknown> => {
    const gone = once(child, 'exit').then(([code, signal]) => {
      throw new Error(`the process ended by ${code ?? signal}`);
    });
    const [said] = await Promise.race([once(child, 'message'), gone]);
    return said;
  };
  return {
    url: String(await hear()),
    root: `/proc/${child.pid}/root`,
    begin: (task) => {
      child.send(task);
    },
    hear,
    kill: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
      // Unlike `expect.poll` it may also be waited for after the last test.
      await vi.waitFor(async () => expect(await countSessions(world.database, name)).toBe(0), {
        timeout: 30_000,
      });
    },
  };
}
