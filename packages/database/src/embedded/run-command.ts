import { spawn } from 'node:child_process';

export interface Command {
  file: string;
  args: readonly string[];
  uid?: number;
  gid?: number;
}

export interface CommandOutcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end, with nothing of our environment that PostgreSQL would listen to. */
export function runCommand(command: Command, timeoutMs: number): Promise<CommandOutcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(command.file, [...command.args], {
      ...toIdentity(command),
      env: toCleanEnvironment(),
      // Ours may be a directory that the other user cannot enter.
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      windowsHide: true,
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
}

/** Under `exactOptionalPropertyTypes` spawn wants the ids absent, not undefined. */
export function toIdentity({ uid, gid }: Command): { uid?: number; gid?: number } {
  return uid === undefined || gid === undefined ? {} : { uid, gid };
}

/** Without `PGDATA`, `PGPORT` and their like, and without the person's language. */
export function toCleanEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'];
  const environment: NodeJS.ProcessEnv = { TZ: 'UTC' };
  for (const name of kept) {
    const value = process.env[name];
    if (value !== undefined) {
      environment[name] = value;
    }
  }
  return environment;
}
