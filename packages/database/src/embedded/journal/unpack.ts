import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, stat } from 'node:fs/promises';
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

/** Tells how far it is. */
export type Tell = (line: () => string) => void;

/** Opens what is sealed, whose file this is. */
export type Unseal = (path: string) => Promise<Bytes>;

/** A path that stays below the folder it is unpacked into. */
const isWithin = (path: string) =>
  /^[\w.-]+(\/[\w.-]+)*\/?$/.test(path) && !path.split('/').includes('..');

/** The same bytes, telling how many have come. */
async function* counted(bytes: Bytes, tell: (count: number) => void): Bytes {
  let count = 0;
  for await (const chunk of bytes) {
    count += chunk.length;
    tell(count);
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
  { unseal, progress, signal }: { unseal: Unseal; progress: Tell; signal: AbortSignal },
): Promise<void> {
  const path = join(folder, base.file);
  const { size } = await stat(path).catch(() => ({ size: 0 }));
  const tell = (done: string) => (count: number) =>
    progress(() => `${count} of ${size} bytes of the base copy ${done}`);
  await requireHash(path, base.sha256, { tell: tell('checked'), signal });
  const plain = base.file.endsWith('.age') ? await unseal(path) : createReadStream(path);
  const packed = Readable.from(counted(plain, tell('unpacked')), { objectMode: false });
  const files = extract();
  const unpacking = pipeline(packed, createGunzip(), files, { signal });
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

async function requireHash(
  path: string,
  sha256: string,
  { tell, signal }: { tell: (count: number) => void; signal: AbortSignal },
): Promise<void> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of counted(createReadStream(path, { signal }), tell)) {
      hash.update(chunk);
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
  {
    target,
    unseal,
    progress,
    signal,
  }: { target: string; unseal: Unseal; progress: Tell; signal: AbortSignal },
): Promise<void> {
  const size = base.segment_size;
  for (const [index, piece] of pieces.entries()) {
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
    progress(() => `${index + 1} of ${pieces.length} pieces of the log unpacked`);
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
