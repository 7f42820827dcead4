import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** How the running server is reached, kept in the data directory for commands that join it. */
export interface RunningState {
  url: string;
  socketDir: string | null;
  version: string;
  /** The process that started it, and that holds the lock. */
  pid: number;
}

export const socketDirPrefix = 'muster-';

export function getLockPath(dataDir: string): string {
  return join(dataDir, 'postgres.lock');
}

function getStatePath(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

function getSocketRecordPath(dataDir: string): string {
  return join(dataDir, 'postgres-socket');
}

export async function writeState(dataDir: string, state: RunningState): Promise<void> {
  const path = getStatePath(dataDir);
  // Readers see all of it or none; the address may hold a password.
  await writeFile(`${path}.new`, JSON.stringify(state), { mode: 0o600 });
  await rename(`${path}.new`, path);
}

export async function readState(dataDir: string): Promise<RunningState | undefined> {
  const text = await readFile(getStatePath(dataDir), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as RunningState);
}

/** Written before the server starts, so that the directory is found and removed after a crash. */
export async function recordSocketDir(dataDir: string, socketDir: string): Promise<void> {
  await writeFile(getSocketRecordPath(dataDir), `${socketDir}\n`, { mode: 0o600 });
}

/** Removes what told others of the last start, and its socket's directory. Only for the lock's holder. */
export async function removeState(dataDir: string): Promise<void> {
  await rm(getStatePath(dataDir), { force: true });
  const record = getSocketRecordPath(dataDir);
  const socketDir = (await readFile(record, 'utf8').catch(() => '')).trim();
  if (basename(socketDir).startsWith(socketDirPrefix)) {
    await rm(socketDir, { recursive: true, force: true });
    await rm(record, { force: true });
  }
}
