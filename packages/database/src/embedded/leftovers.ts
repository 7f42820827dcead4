import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedError } from './embedded-error.ts';
import { isSignalable } from './process-identity.ts';

const execute = promisify(execFile);
const pollMs = 50;
const fastStopMs = 30_000;
const immediateStopMs = 10_000;
const backendsMs = 10_000;
const commandTimeoutMs = 10_000;

/** What `postmaster.pid` says of the server that made it. */
export interface PostmasterFile {
  pid: number;
  socketDir: string;
  isReady: boolean;
  /** Whether it was told to stop, and perhaps waits for its sessions to end first. */
  isStopping: boolean;
}

/** Reads `postmaster.pid`; undefined when there is none, or only a part of one. */
export async function readPostmasterFile(pgData: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const status = lines[7]?.trim();
  return Number.isInteger(pid) && pid > 0
    ? {
        pid,
        socketDir: lines[4] ?? '',
        isReady: status === 'ready',
        isStopping: status === 'stopping',
      }
    : undefined;
}

/**
 * Ends whatever of an earlier start still works on the directory, and removes a `postmaster.pid`
 * whose number now means another process, which PostgreSQL itself would take for a running server.
 * Only for who holds the directory's lock.
 */
export async function clearLeftovers(pgData: string): Promise<void> {
  const directory = await realpath(pgData);
  const file = await readPostmasterFile(directory);
  if (file && (await isPostgresOn(file.pid, directory))) {
    await stopPostmaster(file.pid, directory);
  }
  await endBackends(directory);
  await rm(join(directory, 'postmaster.pid'), { force: true });
}

/** Asks a server to stop: fast, then at once. It recovers from the second at its next start. */
async function stopPostmaster(pid: number, directory: string): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', fastStopMs],
    ['SIGQUIT', immediateStopMs],
  ] as const) {
    trySignal(pid, signal);
    if (await waitUntil(async () => !(await isPostgresOn(pid, directory)), limit)) {
      return;
    }
  }
  throw new EmbeddedError(
    'stop_failed',
    `A PostgreSQL of an earlier start (process ${pid}) still works on ${directory} and does not stop: end it, then start again.`,
  );
}

/** When a postmaster was killed, its other processes end by themselves; we wait, then insist. */
async function endBackends(directory: string): Promise<void> {
  const areGone = async () => (await listPostgresOn(directory)).length === 0;
  if (await waitUntil(areGone, backendsMs)) {
    return;
  }
  for (const pid of await listPostgresOn(directory)) {
    trySignal(pid, 'SIGKILL');
  }
  if (!(await waitUntil(areGone, backendsMs))) {
    throw new EmbeddedError(
      'stop_failed',
      `Processes of an earlier PostgreSQL still work on ${directory}: end them, then start again.`,
    );
  }
}

/** Every process of PostgreSQL works in the directory of its data; that tells it from its number's next owner. */
async function isPostgresOn(pid: number, directory: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const [cwd, command] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
      readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
    ]);
    return cwd === directory && /^(postgres|postmaster)/.test(command);
  }
  if (!isSignalable(pid)) {
    return false;
  }
  if (process.platform === 'win32') {
    const { stdout } = await execute('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], {
      timeout: commandTimeoutMs,
    }).catch(() => ({ stdout: '' }));
    return stdout.toLowerCase().includes('postgres.exe');
  }
  const { stdout } = await execute('ps', ['-o', 'command=', '-p', String(pid)], {
    timeout: commandTimeoutMs,
  }).catch(() => ({ stdout: '' }));
  return stdout.includes('postgres') && stdout.includes(basename(directory));
}

/** All processes on the directory. Elsewhere than on Linux PostgreSQL's check of shared memory has to do. */
async function listPostgresOn(directory: string): Promise<number[]> {
  if (process.platform !== 'linux') {
    return [];
  }
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) =>
      (await isPostgresOn(Number(name), directory)) ? [Number(name)] : [],
    ),
  );
  return found.flat();
}

function trySignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in between.
  }
}

async function waitUntil(isSo: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const until = Date.now() + limitMs;
  while (!(await isSo())) {
    if (Date.now() > until) {
      return false;
    }
    await delay(pollMs);
  }
  return true;
}
