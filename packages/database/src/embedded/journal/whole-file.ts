import { createHash, randomBytes } from 'node:crypto';
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

export type Bytes = AsyncIterable<Uint8Array>;

/**
 * Writes a file that appears under its name whole and lasting, or not at all. Resolves to its size and SHA-256.
 * What has the name already is replaced: the caller's names tell apart what differs.
 */
export async function writeWhole(
  path: string,
  bytes: Bytes | Iterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<{ size: number; sha256: string }> {
  const partial = `${path}.${randomBytes(4).toString('hex')}.part`;
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(partial, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      signal?.throwIfAborted();
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (error) {
    await file.close();
    await rm(partial, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
  return { size, sha256: hash.digest('hex') };
}

/** A name, too, must outlive a power cut. Windows keeps names by itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  const folder = await open(path);
  await folder.sync().finally(() => folder.close());
}

export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
