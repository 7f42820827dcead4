import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stopWithin = 60_000;

/** The whole product as `npm start` runs it, launcher included. */
export interface House {
  url: string;
  /** The launcher's; all other processes of the house come from it. */
  pid: number;
  stop(): Promise<void>;
}

function waitUntilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const lines: string[] = [];
    const read = (line: string) => {
      lines.push(line);
      const url = /ready at (http:\/\/\S+)/.exec(line)?.[1];
      if (url !== undefined) {
        resolve(url);
      }
    };
    for (const stream of [child.stdout, child.stderr]) {
      if (stream !== null) {
        createInterface(stream).on('line', read);
      }
    }
    child.once('exit', (code) =>
      reject(new Error(`The house ended with ${code}:\n${lines.join('\n')}`)),
    );
  });
}

/** Starts it on a data directory, on a free port, and waits until it is ready. */
export async function startHouse(dataDir: string): Promise<House> {
  const child = spawn(process.execPath, [join(root, 'bin/launch.js'), 'start'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await waitUntilReady(child);
  return {
    url,
    pid: child.pid ?? 0,
    async stop() {
      const cut = setTimeout(() => child.kill('SIGKILL'), stopWithin);
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      clearTimeout(cut);
    },
  };
}
