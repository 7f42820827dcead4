import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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
  /** An existing data directory, kept at the end; by default one of its own, furnished already, that goes with the server. */
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

/** Makes a data directory in the system's folder for such: as a first start leaves it, where the run has one; else empty. */
export function makeDataDir(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `muster-${name}-`));
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

/** Starts the real server as `npm start` or `npm run dev` does, on a free port and a data directory of its own, and waits until it is ready. */
export async function startServer({
  env = {},
  dataDir,
  root = ownRoot,
  command = 'start',
}: StartOptions = {}): Promise<TestServer> {
  const folder = dataDir ?? makeDataDir('e2e');
  const child = spawn(process.execPath, [join(root, 'packages/server/src/cli.ts'), command], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...env },
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
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}
