import { createHash, type Hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import type { Entry } from '../manifest.ts';
import { createPacker } from './pack.ts';
import { type Packed, toDescriptor, toEnd, toHeader, toListed } from './records.ts';

type Bytes = AsyncIterable<Uint8Array>;

export interface ZipWriter {
  /**
   * Adds an entry as its bytes come; resolves when they have been taken. Entries are added one after another. Each
   * piece of the bytes may be used again when the next is asked for.
   */
  add(path: string, bytes: Bytes, how: { isPacked: boolean }): Promise<Entry>;
  /** Closes the zip, brings it to the disk and gives it its name. Returns the SHA-256 of the file's bytes. */
  finish(): Promise<string>;
  /** Leaves nothing behind; after `finish` it does nothing. */
  discard(): Promise<void>;
}

/** Counts and hashes what passes. */
async function* measure(bytes: Bytes, told: { size: number; hash: Hash }) {
  for await (const chunk of bytes) {
    told.size += chunk.length;
    told.hash.update(chunk);
    yield chunk;
  }
}

/** Writes what passes into a file too. */
async function* copyTo(path: string, bytes: Bytes) {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
      yield chunk;
    }
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}

/**
 * Writes a zip beside its place, readable by its owner alone, and gives it its name when it is whole. `seal`
 * encrypts it on its way; `copy` is a file that takes it as it is before that, and that is left to the caller.
 */
export function createZipWriter(
  path: string,
  {
    seal = null,
    copy = null,
  }: { seal?: ((zip: Bytes) => Bytes) | null; copy?: string | null } = {},
): ZipWriter {
  const partial = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.part`);
  const stopping = new AbortController();
  const file = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true });
  const plain = new PassThrough();
  const unsealed: Bytes = copy === null ? plain : copyTo(copy, plain);
  const sealed =
    seal === null && copy === null
      ? plain
      : Readable.from(seal === null ? unsealed : seal(unsealed), { objectMode: false });
  const told = { size: 0, hash: createHash('sha256') };
  const written = pipeline(sealed, (bytes: Bytes) => measure(bytes, told), file, {
    signal: stopping.signal,
  });
  // Whoever adds or finishes hears of it.
  written.catch(() => undefined);
  const packer = createPacker();
  const entries: Packed[] = [];
  let length = 0;

  async function put(...chunks: readonly Buffer[]): Promise<void> {
    for (const chunk of chunks) {
      length += chunk.length;
      if (!plain.write(chunk)) {
        // Nothing drains what failed: why it did, is the answer.
        await Promise.race([once(plain, 'drain'), written]);
      }
    }
  }

  return {
    async add(entryPath, bytes, { isPacked }) {
      const entry: Packed = {
        ...{ path: entryPath, isPacked, at: length },
        ...{ crc: 0, packedSize: 0, size: 0 },
      };
      const hash = createHash('sha256');
      await put(toHeader(entryPath, isPacked));
      const begun = length;
      for await (const piece of bytes) {
        // Packed by another thread meanwhile.
        const packing = isPacked ? packer.pack(piece) : [Buffer.from(piece)];
        entry.size += piece.length;
        entry.crc = crc32(piece, entry.crc);
        hash.update(piece);
        await put(...(await packing));
      }
      await put(...(isPacked ? await packer.end() : []));
      entry.packedSize = length - begun;
      await put(toDescriptor(entry));
      entries.push(entry);
      return { path: entryPath, size: entry.size, sha256: hash.digest('hex') };
    },
    async finish() {
      const at = length;
      for (const entry of entries) {
        await put(toListed(entry));
      }
      await put(toEnd({ count: entries.length, at, length: length - at }));
      plain.end();
      await written;
      await rename(partial, path);
      await syncFolder(path);
      return told.hash.digest('hex');
    },
    async discard() {
      packer.close();
      stopping.abort();
      await written.catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}
