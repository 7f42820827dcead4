import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import type { Chain } from './chain.ts';
import { JournalFault } from './journal-fault.ts';
import type { Piece } from './piece-name.ts';
import { toSegmentName, toSegmentStart } from './position.ts';
import type { Bytes } from './whole-file.ts';

const unpack = promisify(gunzip);

/** Opens what is sealed, whose file this is. */
export type Unseal = (path: string) => Promise<Bytes>;

/** A path that stays below the folder it is unpacked into. */
const isWithin = (path: string) =>
  /^[\w.-]+(\/[\w.-]+)*\/?$/.test(path) && !path.split('/').includes('..');

async function* hashed(bytes: Bytes, hash: ReturnType<typeof createHash>): Bytes {
  for await (const chunk of bytes) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Unpacks a base copy into an empty folder.
 * @throws JournalFault where it is not what its manifest names.
 */
export async function unpackBase(
  { folder, base }: Chain,
  target: string,
  { unseal, signal }: { unseal: Unseal; signal: AbortSignal },
): Promise<void> {
  const path = join(folder, base.file);
  await requireHash(path, base.sha256, signal);
  const plain = base.file.endsWith('.age') ? await unseal(path) : createReadStream(path);
  const files = extract();
  const unpacking = pipeline(Readable.from(plain, { objectMode: false }), createGunzip(), files, {
    signal,
  });
  // Whoever reads the entries hears of it.
  unpacking.catch(() => undefined);
  for await (const entry of files) {
    const { name, type } = entry.header;
    if (!isWithin(name)) {
      throw new JournalFault(`${base.file} has a path that leaves it`);
    }
    if (type === 'directory') {
      await mkdir(join(target, name), { mode: 0o700 });
      entry.resume();
    } else {
      await writeTo(join(target, name), entry);
    }
  }
  await unpacking;
}

async function requireHash(path: string, sha256: string, signal: AbortSignal): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const _ of hashed(createReadStream(path, { signal }), hash)) {
      // Read to the end.
    }
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? new JournalFault('its base copy is gone')
      : error;
  }
  if (hash.digest('hex') !== sha256) {
    throw new JournalFault('its base copy is not what was written: its hash differs');
  }
}

async function writeTo(path: string, bytes: Bytes): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of bytes) {
      await file.writeFile(chunk);
    }
  } finally {
    await file.close();
  }
}

/**
 * Puts the pieces of the log together to the files that PostgreSQL reads, filled up with zeros.
 * @throws JournalFault that names a piece which is not what its name says.
 */
export async function unpackLog(
  { folder, base }: Pick<Chain, 'folder' | 'base'>,
  pieces: readonly Piece[],
  { target, unseal, signal }: { target: string; unseal: Unseal; signal: AbortSignal },
): Promise<void> {
  const size = base.segment_size;
  for (const piece of pieces) {
    signal.throwIfAborted();
    const log = await readPiece(join(folder, piece.name), piece, unseal);
    const start = toSegmentStart(piece.from, size);
    const path = join(target, toSegmentName(piece.from, piece.timeline, size));
    const file = await open(path, 'a+', 0o600).then(async (made) => {
      await made.close();
      return open(path, 'r+');
    });
    try {
      await file.truncate(size);
      await file.write(log, 0, log.length, Number(piece.from - start));
    } finally {
      await file.close();
    }
  }
}

async function readPiece(path: string, piece: Piece, unseal: Unseal): Promise<Buffer> {
  const bytes = piece.isSealed ? await unseal(path) : createReadStream(path);
  const packed = Buffer.concat(await Array.fromAsync(bytes));
  const length = Number(piece.to - piece.from);
  const log = await unpack(packed, { maxOutputLength: length + 1 }).catch(() => null);
  if (log?.length !== length) {
    throw new JournalFault(`${piece.name} is not what was written`);
  }
  return log;
}
