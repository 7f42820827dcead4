import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** A process that holds a PostgreSQL, for tests to talk to and to kill. */
export interface ServerProcess {
  pid: number;
  /** The first line that it says: `ready <url>` or `failed <reason>`. */
  first: string;
  /** Every line after the first that was said until now. */
  lines: string[];
  /** Waits until so many lines have been said. */
  waitForLines(count: number): Promise<void>;
  /** Sends the signal, and waits for its end and for all that it said. */
  end(signal: NodeJS.Signals): Promise<void>;
}

interface ServerProcessOptions {
  binaries?: string;
  reachableHome?: string;
  /** Whether it writes numbers and names each that was acknowledged. */
  isWriting?: boolean;
}

interface Surroundings {
  environment?: NodeJS.ProcessEnv;
  /** The command before Node's, as one that gives the process a disk of its own. */
  within?: readonly string[];
}

/** Starts `hold-server.ts` in a process of its own and waits for its first line. */
export async function startServerProcess(
  dataDir: string,
  options: ServerProcessOptions,
  { environment = {}, within = [] }: Surroundings = {},
): Promise<ServerProcess> {
  const script = fileURLToPath(new URL('hold-server.ts', import.meta.url));
  const node = [process.execPath, script, dataDir, JSON.stringify(options)];
  const [command = '', ...args] = [...within, ...node];
  const child = spawn(command, args, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  // One that outlived a test that failed would keep the whole suite from its end.
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const closed = once(child, 'close');
  const [first] = (await once(reader, 'line')) as [string];
  reader.on('line', (line: string) => lines.push(line));
  return {
    pid: requirePid(child),
    first,
    lines,
    async waitForLines(count) {
      while (lines.length < count) {
        await once(reader, 'line');
      }
    },
    async end(signal) {
      child.kill(signal);
      await closed;
    },
  };
}

function requirePid(child: ChildProcess): number {
  if (child.pid === undefined) {
    throw new Error('The process was not started.');
  }
  return child.pid;
}
