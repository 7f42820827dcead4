import { spawn } from 'node:child_process';
import { join } from 'node:path';

const cli = join(import.meta.dirname, '../../packages/server/src/cli.ts');

/** Runs the command `muster` on the league that DATA_DIR or DATABASE_URL names, to its end. */
export function runMuster(
  league: { DATA_DIR: string } | { DATABASE_URL: string },
  ...words: string[]
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [cli, ...words], {
    env: { ...process.env, PORT: '0', ...league },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString('utf8');
  });
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}
