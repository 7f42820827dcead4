import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createS3Client, type S3Client, S3Failure, toPieces } from '@muster/backend';
import { FileFault } from '../../league-file/file-fault.ts';
import type { BackupPlace, InHand } from './backup-place.ts';

/** Each is in memory while it is sent or read; an S3 takes ten thousand parts of an object. */
const partBytes = 16 * 1024 * 1024;
const mostParts = 10_000;
/** How long one part may take, in milliseconds. */
const patience = 120_000;
/** Ids of two million people. */
const mostTextBytes = 80 * 1024 * 1024;

function toFault(error: unknown, host: string): unknown {
  if (error instanceof S3Failure) {
    return new FileFault(error.message);
  }
  if (!(error instanceof Error) || error instanceof FileFault) {
    return error;
  }
  const { cause } = error;
  const why = cause instanceof Error && 'code' in cause ? cause.code : error.message;
  return new FileFault(`the S3 at ${host} does not answer: ${why}`);
}

/** The bytes of something that is as long as the S3 has said, part by part. */
type Read = (name: string, signal: AbortSignal) => AsyncGenerator<Uint8Array<ArrayBuffer>>;

export interface S3Place extends BackupPlace {
  read: Read;
  /** The names that begin so. */
  listBelow(prefix: string): Promise<string[]>;
}

/** What an S3 says, or that it says nothing, as what is wrong with a backup: in a line that holds no secret. */
function tellFaults(client: S3Client, host: string, stopping: AbortSignal | null): S3Client {
  const told =
    <Given extends unknown[], Answer>(ask: (...given: Given) => Promise<Answer>) =>
    (...given: Given) =>
      ask(...given).catch((error: unknown) => {
        throw stopping?.aborted ? stopping.reason : toFault(error, host);
      });
  return {
    put: told(client.put),
    get: told(client.get),
    getSize: told(client.getSize),
    remove: told(client.remove),
    list: told(client.list),
    putParts: told(client.putParts),
  };
}

interface S3Options {
  /** Ends what the S3 has not answered yet, at once. */
  stopping?: AbortSignal;
  /** Of a part, in bytes. */
  size?: number;
  limit?: number;
}

/** An S3, as `https://KEY:SECRET@HOST/BUCKET[/PREFIX][?region=REGION]`. */
export function openS3(
  address: string,
  workFolder: string,
  { stopping, size = partBytes, limit = patience }: S3Options = {},
): S3Place {
  const { host, pathname } = new URL(address);
  const end = stopping ?? null;
  const client = tellFaults(createS3Client(address, limit, end), host, end);

  async function* read(name: string, signal: AbortSignal) {
    const length = await client.getSize(name);
    if (length === null) {
      throw new FileFault('it is not there');
    }
    for (let first = 0; first < length; first += size) {
      signal.throwIfAborted();
      yield await client.get(name, first, Math.min(first + size, length) - 1);
    }
  }

  async function send(name: string, hand: InHand): Promise<void> {
    const path = join(workFolder, name);
    const found = await stat(path);
    if (found.size > partBytes * mostParts) {
      throw new FileFault(`an S3 takes ${partBytes * mostParts} bytes at most`);
    }
    await client.putParts(name, toParts(path, size, hand));
    // A size that is not what was sent is told before everything is read.
    const there = await client.getSize(name);
    if (there !== found.size) {
      throw new FileFault(`the S3 says ${there} bytes of what has ${found.size}`);
    }
  }

  return {
    name: `${host}${pathname.replace(/\/+$/, '')}`,
    workFolder,
    isHere: false,
    bring: send,
    async hash(name, { signal, progress }) {
      const hash = createHash('sha256');
      let bytes = 0;
      for await (const part of read(name, signal)) {
        hash.update(part);
        bytes += part.length;
        progress(() => `${bytes} bytes of ${name} read back`);
      }
      return hash.digest('hex');
    },
    // Not the list of the forgotten: whoever lists looks for backups.
    list: () => client.list('league-'),
    listBelow: (prefix) => client.list(prefix),
    remove: (name) => client.remove(name),
    async readText(name) {
      const length = await client.getSize(name);
      if (length === null || length === 0) {
        return null;
      }
      if (length > mostTextBytes) {
        throw new FileFault(`${name} has ${length} bytes, more than it may`);
      }
      return Buffer.from(await client.get(name, 0, length - 1)).toString('utf8');
    },
    writeText: (name, content) => client.put(name, new Uint8Array(Buffer.from(content))),
    read,
  };
}

async function* toParts(path: string, size: number, { signal, progress }: InHand) {
  let bytes = 0;
  for await (const piece of toPieces(createReadStream(path), size)) {
    signal.throwIfAborted();
    yield new Uint8Array(piece);
    bytes += piece.length;
    progress(() => `${bytes} bytes sent`);
  }
}

/** Brings a file of an S3 to this machine, for its owner alone. */
export async function fetchFromS3(
  { read }: { read: Read },
  name: string,
  { path, signal, progress }: { path: string } & InHand,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    let size = 0;
    for await (const part of read(name, signal)) {
      await file.writeFile(part);
      size += part.length;
      progress(() => `${size} bytes of ${name} brought here`);
    }
  } finally {
    await file.close();
  }
}
