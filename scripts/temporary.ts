import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const tmpfs = 0x01021994;
const prefix = 'muster-run-';
/** Bytes: several times what all suites keep at once. */
const [leastRoom, leastMemory] = [6 * 1024 ** 3, 12 * 1024 ** 3];

function hasMemory(): boolean {
  try {
    const found = statfsSync(memory);
    const hasRoom = found.type === tmpfs && found.bavail * found.bsize >= leastRoom;
    return hasRoom && freemem() >= leastMemory;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A run that was killed could not take its folder along; the next one does. */
function clearAbandoned(): void {
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix))) {
    if (!isRunning(Number(name.slice(prefix.length)))) {
      rmSync(join(memory, name), { recursive: true, force: true });
    }
  }
}

/**
 * A folder for what tests write for a while: in memory, where there is plenty of it, because a disk takes a twentieth of
 * the processors for some hundred data directories that come and go; else the system's. Call `clear` at the end.
 */
export function makeTemporary(): { folder: string; clear(): void } {
  if (!hasMemory()) {
    return { folder: tmpdir(), clear: () => undefined };
  }
  clearAbandoned();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder);
  return { folder, clear: () => rmSync(folder, { recursive: true, force: true }) };
}
