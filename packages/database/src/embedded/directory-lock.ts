import { randomUUID } from 'node:crypto';
import { link, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedError } from './embedded-error.ts';
import { identifySelf, isRunning, type ProcessIdentity } from './process-identity.ts';

const heartbeatMs = 2_000;
/** How long a lock from another container or machine must show no life to count as left behind. */
const silenceMs = 7_000;

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Takes the lock of a data directory: a file that names the process holding it. A lock whose process
 * is gone, or whose number has become another process, is taken over. This is for a clear answer;
 * that two servers never write one directory is also held by PostgreSQL's own lock.
 */
export async function acquireLock(path: string, dataDir: string): Promise<DirectoryLock> {
  const content = JSON.stringify(await identifySelf());
  const own = `${path}.${randomUUID()}`;
  await writeFile(own, content, { mode: 0o600 });
  try {
    // A link appears with its whole content at once, and fails if the name is taken.
    while (!(await tryLink(own, path))) {
      await removeStaleLock(path, dataDir);
    }
  } finally {
    await unlink(own);
  }
  return holdLock(path, content);
}

/** Who holds the lock, if that process is running or cannot be judged from here. */
export async function findLockHolder(path: string): Promise<ProcessIdentity | undefined> {
  const content = await readLock(path);
  return content !== undefined && (await isHeld(path, content)) ? parseHolder(content) : undefined;
}

function holdLock(path: string, content: string): DirectoryLock {
  const heartbeat = setInterval(() => {
    const now = new Date();
    utimes(path, now, now).catch(() => undefined);
  }, heartbeatMs);
  heartbeat.unref();
  return {
    async release() {
      clearInterval(heartbeat);
      if ((await readLock(path)) === content) {
        await unlink(path).catch(() => undefined);
      }
    },
  };
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

async function removeStaleLock(path: string, dataDir: string): Promise<void> {
  const content = await readLock(path);
  if (content === undefined) {
    return;
  }
  if (await isHeld(path, content)) {
    throw new EmbeddedError(
      'already_running',
      `Muster is already running on ${dataDir} (process ${parseHolder(content)?.pid}): stop it first, or set another DATA_DIR.`,
    );
  }
  // Of two who find the same lock stale one gets it by this name; if it was renewed in between, it goes back.
  const aside = `${path}.${randomUUID()}`;
  const isMine = await rename(path, aside).then(
    () => true,
    () => false,
  );
  if (isMine) {
    if ((await readLock(aside)) !== content) {
      await tryLink(aside, path);
    }
    await unlink(aside);
  }
}

async function isHeld(path: string, content: string): Promise<boolean> {
  const holder = parseHolder(content);
  if (!holder) {
    return false;
  }
  const self = await identifySelf();
  return holder.host === self.host ? isRunning(holder) : isBeating(path);
}

/** A process of another container cannot be looked up, but it touches its lock every two seconds. */
async function isBeating(path: string): Promise<boolean> {
  const first = await getTouch(path);
  for (let waited = 0; waited < silenceMs; waited += heartbeatMs / 4) {
    await delay(heartbeatMs / 4);
    if ((await getTouch(path)) !== first) {
      return true;
    }
  }
  return false;
}

async function getTouch(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function readLock(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined);
}

function parseHolder(content: string): ProcessIdentity | undefined {
  try {
    const { pid, started, host } = JSON.parse(content) as Partial<ProcessIdentity>;
    return typeof pid === 'number' && typeof started === 'string' && typeof host === 'string'
      ? { pid, started, host }
      : undefined;
  } catch {
    return undefined;
  }
}
