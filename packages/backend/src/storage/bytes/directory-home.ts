import { type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ByteRange, BytesHome } from './home.ts';

const writtenAtOnce = 1024 * 1024;
/** After so many bytes of an upload that may break off they are made safe, and told to be. */
const safeEvery = 8 * 1024 * 1024;
const readBytes = 256 * 1024;

/** Bytes as files in a directory, which all processes of a league must see. */
export function createDirectoryHome(directory: string): BytesHome {
  // Some hundred folders, so that none has too many files.
  const toPath = (id: string) => join(directory, id.slice(0, 2), id);
  const toPart = (id: string) => `${toPath(id)}.part`;
  return {
    async append(id, start, bytes, onSafe) {
      await mkdir(dirname(toPath(id)), { recursive: true });
      const file = await open(toPart(id), start === 0 ? 'w' : 'r+');
      try {
        await file.truncate(start);
        return await write(file, start, bytes, onSafe);
      } finally {
        await file.close();
      }
    },
    async finish(id) {
      const path = toPath(id);
      await rename(toPart(id), path).catch(async (error: unknown) => {
        // A process may have died right after it.
        if (!(await isThere(path))) {
          throw error;
        }
      });
      await syncDirectory(dirname(path));
    },
    read: (id, range) => readFile(toPath(id), range),
    async copy(from, to) {
      const path = toPath(to);
      await mkdir(dirname(path), { recursive: true });
      // Bytes never change, so one file may bear two names.
      await link(toPath(from), path);
      await syncDirectory(dirname(path));
    },
    async remove(id) {
      await Promise.all([rm(toPath(id), { force: true }), rm(toPart(id), { force: true })]);
    },
  };
}

async function write(
  file: FileHandle,
  start: number,
  bytes: AsyncIterable<Uint8Array>,
  onSafe?: (size: number) => Promise<void>,
): Promise<number> {
  let size = start;
  let safe = start;
  const makeSafe = async () => {
    await file.datasync();
    safe = size;
    await onSafe?.(size);
  };
  try {
    for await (const chunks of gather(bytes)) {
      size += await writeWhole(file, chunks, size);
      if (onSafe !== undefined && size - safe >= safeEvery) {
        await makeSafe();
      }
    }
  } catch (error) {
    // What was written before may be gone on from.
    if (onSafe !== undefined && size > safe) {
      await makeSafe();
    }
    throw error;
  }
  await makeSafe();
  return size;
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** As they came, so many at a time that few calls write them. */
async function* gather(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array[]> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= writtenAtOnce) {
      yield chunks;
      chunks = [];
      length = 0;
    }
  }
  if (length > 0) {
    yield chunks;
  }
}

/** Resolves to how many bytes they are. A disk that is nearly full may take a part of them first, and then say that it is. */
async function writeWhole(
  file: FileHandle,
  chunks: Uint8Array[],
  position: number,
): Promise<number> {
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let { bytesWritten: done } = await file.writev(chunks, position);
  const whole = done < length ? Buffer.concat(chunks) : null;
  while (whole !== null && done < length) {
    done += (await file.write(whole, done, length - done, position + done)).bytesWritten;
  }
  return length;
}

/** A name is safe once its directory is. */
async function syncDirectory(path: string): Promise<void> {
  // Windows opens no directories, and keeps their names safe by itself.
  if (process.platform === 'win32') {
    return;
  }
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

function readFile(path: string, { first, last }: ByteRange): ReadableStream<Uint8Array> {
  let file: FileHandle | undefined;
  let next = first;
  const close = async () => {
    const opened = file;
    file = undefined;
    await opened?.close();
  };
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          file ??= await open(path, 'r');
          const length = Math.min(readBytes, last - next + 1);
          if (length > 0) {
            const { bytesRead, buffer } = await file.read(
              Buffer.allocUnsafe(length),
              0,
              length,
              next,
            );
            if (bytesRead === 0) {
              throw new Error(`${path} ends before ${last}`);
            }
            next += bytesRead;
            controller.enqueue(new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead));
          }
        } catch (error) {
          await close();
          throw error;
        }
        if (next > last) {
          await close();
          controller.close();
        }
      },
      cancel: close,
    },
    { highWaterMark: 1 },
  );
}
