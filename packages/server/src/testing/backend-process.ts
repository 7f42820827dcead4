import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../cli.ts', import.meta.url));

/** `muster backend` as a process of its own over a database. */
export async function startBackend(
  databaseUrl: string,
  environment: Record<string, string>,
  { openFiles = 'unlimited', more = [] }: { openFiles?: string; more?: string[] } = {},
) {
  const limited = `ulimit -n ${openFiles} 2>/dev/null; exec "$0" "$@"`;
  const args = [cli, 'backend', '--port', '0', '--database-url', databaseUrl, ...more];
  const child = spawn('/bin/sh', ['-c', limited, process.execPath, ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  const errors: string[] = [];
  createInterface(child.stderr).on('line', (line) => errors.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      const found = /ready at (http:\S+)/.exec(line)?.[1];
      if (found !== undefined) {
        resolve(found);
      }
    });
    child.once('exit', () =>
      reject(new Error(`the backend ended: ${[...lines, ...errors].join('\n')}`)),
    );
  });
  return {
    lines,
    errors,
    url,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    signUp: (email: string) =>
      fetch(`${url}/auth/v1/signup`, {
        method: 'POST',
        body: JSON.stringify({ email, password: 'correct horse', data: { locale: 'fi' } }),
      }),
    /** Ends it at once, without a word. */
    async kill() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) {
        return;
      }
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
