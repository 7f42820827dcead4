import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const timeoutMs = 10_000;

/** A process, told from a later one that has the same number. */
export interface ProcessIdentity {
  pid: number;
  /** When it began, in the system's own terms; '' where that cannot be learnt. */
  started: string;
  /** The machine and container in which the number means this process. */
  host: string;
}

export async function identifySelf(): Promise<ProcessIdentity> {
  const started = await findStart(process.pid);
  return { pid: process.pid, started: started ?? '', host: await getHost() };
}

/** Whether that very process still runs. Only for processes of this host. */
export async function isRunning(identity: ProcessIdentity): Promise<boolean> {
  const started = await findStart(identity.pid);
  return started !== undefined && (started === identity.started || identity.started === '');
}

/** Numbers of processes mean something within one machine and one container. */
export async function getHost(): Promise<string> {
  const namespace = await readlink('/proc/self/ns/pid').catch(() => '');
  return `${hostname()} ${namespace}`.trim();
}

/** When a process began; undefined when there is none of that number. */
async function findStart(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
    if (stat === undefined) {
      return undefined;
    }
    // The name in parentheses may hold anything, so count from its end: state is field 3, the start 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') {
      return undefined;
    }
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
    return `${boot.trim()} ${fields[19]}`;
  }
  if (process.platform === 'win32') {
    return isSignalable(pid) ? '' : undefined;
  }
  const { stdout } = await execute('ps', ['-o', 'lstart=', '-p', String(pid)], {
    timeout: timeoutMs,
  }).catch(() => ({ stdout: '' }));
  return stdout.trim() || undefined;
}

export function isSignalable(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
