import { createHash, type Hash, randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Entry } from './manifest.ts';

/** The same instant in each file, said without a zone: the same league gives the same bytes. */
const getFixed = () => {
  const mtime = new Date(2000, 0, 1);
  return { mtime, forceDosTimestamp: true, mode: 0o100600 };
};
/** Rows are packed to a tenth by the fastest, and the slower ones gain little. */
const rowsLevel = 1;

type Bytes = AsyncIterable<Uint8Array>;

export interface ZipWriter {
  /** Adds an entry as its bytes come; resolves when they have been taken. Entries are added one after another. */
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
  const zip = new ZipFile();
  const stopping = new AbortController();
  const file = createWriteStream(partial, { mode: 0o600, flags: 'wx', flush: true });
  const plain = zip.outputStream.pipe(new PassThrough());
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
  let source: Readable | null = null;

  return {
    async add(entryPath, bytes, { isPacked }) {
      const read = { size: 0, hash: createHash('sha256') };
      const reading = Readable.from(measure(bytes, read), { objectMode: false });
      source = reading;
      const taken = new Promise<void>((resolve, reject) => {
        reading.once('end', resolve).once('error', reject);
      });
      const packing = isPacked ? { compressionLevel: rowsLevel } : { compress: false };
      zip.addReadStream(reading, entryPath, { ...getFixed(), ...packing });
      await Promise.race([taken, written.then(() => taken)]);
      return { path: entryPath, size: read.size, sha256: read.hash.digest('hex') };
    },
    async finish() {
      zip.end();
      await written;
      await rename(partial, path);
      await syncFolder(path);
      return told.hash.digest('hex');
    },
    async discard() {
      stopping.abort();
      source?.destroy();
      await written.catch(() => undefined);
      await rm(partial, { force: true });
    },
  };
}
