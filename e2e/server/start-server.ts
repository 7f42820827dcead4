import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  cloneDatabase,
  runOnServer,
  toDatabaseUrl,
} from '../../packages/database/src/testing/server-databases.ts';

const ownRoot = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const readyLine = /ready at (https?:\/\/\S+)/;

export interface TestServer {
  url: string;
  dataDir: string;
  process: ChildProcess;
  /** All that it has printed. */
  readOutput(): string;
  /** Asks it to stop and waits until it has; a second call does nothing. */
  stop(): Promise<void>;
}

interface StartOptions {
  env?: NodeJS.ProcessEnv;
  /**
   * An existing data directory, kept at the end. By default one of its own that goes with the server, whose database,
   * furnished already, is one of the run's PostgreSQL: one for each server cost more than what most specs try.
   */
  dataDir?: string;
  /** The tree to run, by default this one. */
  root?: string;
  command?: 'start' | 'dev';
}

function waitForExit(child: ChildProcess): Promise<void> {
  return child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve()
    : new Promise((resolve) => child.once('exit', () => resolve()));
}

/** Makes a data directory, beside the run's others or else in the system's folder for such: as a first start leaves it, where the run has one; else empty. */
export function makeDataDir(name: string): string {
  const furnished = process.env.MUSTER_FURNISHED;
  const home = furnished === undefined ? tmpdir() : dirname(furnished);
  const folder = mkdtempSync(join(home, `muster-${name}-`));
  layFurnished(folder);
  return folder;
}

/** Copies the data of the run's first start, where there is one, into a data directory that is empty. */
export function layFurnished(dataDir: string): void {
  const furnished = process.env.MUSTER_FURNISHED;
  if (furnished !== undefined) {
    // The data alone, whose owner and rights PostgreSQL insists on: what stands beside them is of the process that had them.
    execFileSync('cp', ['-a', join(furnished, 'postgres'), dataDir]);
  }
}

/** The databases in the run's PostgreSQL, by the data directory of their server. */
const shared = new Map<string, string>();

/** Where the league of a data directory is, as a command or a server is told it. */
export function findLeague(dataDir: string): { DATA_DIR: string; DATABASE_URL?: string } {
  const url = shared.get(dataDir);
  return { DATA_DIR: dataDir, ...(url === undefined ? {} : { DATABASE_URL: url }) };
}

/** Where databases are made and dropped: nobody is connected to the one that is copied. */
const toServer = (postgres: string) => toDatabaseUrl(postgres, 'template1');

/** A data directory without a PostgreSQL of its own, where the run has one for all. */
export async function makeSharedDataDir(): Promise<string> {
  const postgres = process.env.MUSTER_SHARED_POSTGRES;
  if (postgres === undefined) {
    return makeDataDir('e2e');
  }
  const name = `league_${randomBytes(8).toString('hex')}`;
  await cloneDatabase(toServer(postgres), name, 'postgres');
  const folder = mkdtempSync(join(tmpdir(), 'muster-e2e-'));
  shared.set(folder, toDatabaseUrl(postgres, name));
  return folder;
}

/** Removes it with its database. */
export async function removeDataDir(folder: string): Promise<void> {
  const postgres = process.env.MUSTER_SHARED_POSTGRES;
  const url = shared.get(folder);
  if (postgres !== undefined && url !== undefined) {
    const name = new URL(url).pathname.slice(1);
    await runOnServer(toServer(postgres), `drop database ${name} with (force)`);
    shared.delete(folder);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Starts the real server as `npm start` or `npm run dev` does, on a free port and a data directory of its own, and waits until it is ready. */
export async function startServer({
  env = {},
  dataDir,
  root = ownRoot,
  command = 'start',
}: StartOptions = {}): Promise<TestServer> {
  const folder = dataDir ?? (await makeSharedDataDir());
  const child = spawn(process.execPath, [join(root, 'packages/server/src/cli.ts'), command], {
    cwd: root,
    env: { ...process.env, PORT: '0', ...findLeague(folder), LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString('utf8');
      const found = readyLine.exec(output)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}:\n${output}`)));
  });
  return {
    url: url.replace(/\/$/, ''),
    dataDir: folder,
    process: child,
    readOutput: () => output,
    async stop() {
      child.kill('SIGTERM');
      await waitForExit(child);
      if (dataDir === undefined) {
        await removeDataDir(folder);
      }
    },
  };
}
