import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupPlace } from './backup-place.ts';

/** The SHA-256 of a file of this machine. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}

/** A folder as it is: it is not made, since a disk may not be there. */
export function openFolder(folder: string): BackupPlace {
  return {
    name: folder,
    workFolder: folder,
    isHere: true,
    bring: async () => undefined,
    hash: (name, { signal }) => hashFile(join(folder, name), signal),
    list: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
    readText: (name) =>
      readFile(join(folder, name), 'utf8').catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
          return null;
        }
        throw error;
      }),
    writeText: (name, content) => replace(join(folder, name), content),
  };
}

async function replace(path: string, content: string): Promise<void> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.part`;
  const file = await open(partial, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
  }
  await rename(partial, path);
}
