import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { JournalFault } from './journal-fault.ts';
import { type Piece, toPieceName } from './piece-name.ts';
import { type Place, type Position, toSegmentName, toSegmentStart } from './position.ts';
import { type Bytes, writeWhole } from './whole-file.ts';

const pack = promisify(gzip);
/** What half a minute writes packs to a fifth; the slower levels gain a tenth more for three times the work. */
const level = 1;
const pageSize = 8192;
/** Where a page of the log says at which place it begins. */
const placeInPage = 8;

interface PieceOptions {
  position: Position;
  /** The folder of the chain. */
  folder: string;
  seal: ((bytes: Bytes) => Bytes) | null;
  /** The instant of the last piece before: what does not reach the log's end says no later one. */
  before: Date;
}

/** The last piece that was written, and the hash of the log in it. */
export interface LastPiece {
  piece: Piece;
  sha256: string;
}

/** The parts to be written when the log has come from one place to another; a segment that is full goes whole. */
function listParts(from: Place, { flushed, segmentSize }: Position): [Place, Place][] {
  const parts: [Place, Place][] = [];
  for (let next = from; next < flushed; ) {
    const start = toSegmentStart(next, segmentSize);
    const end = start + BigInt(segmentSize);
    const part: [Place, Place] = flushed >= end ? [start, end] : [next, flushed];
    parts.push(part);
    [, next] = part;
  }
  return parts;
}

/**
 * Writes the log behind a place, as far as it is on the server's disk, into a chain's folder. Full segments are
 * written anew as one, and their pieces taken away. `written` are the pieces that are there. Resolves to the last.
 * @throws JournalFault where the server has the log no more.
 */
export async function writePieces(
  from: Place,
  { position, folder, seal, before }: PieceOptions,
  written: Piece[],
): Promise<LastPiece | null> {
  const { timeline, flushed } = position;
  let last: LastPiece | null = null;
  for (const [start, end] of listParts(from, position)) {
    const at = end === flushed ? position.at : before;
    const about = { timeline, from: start, to: end, at, isSealed: seal !== null };
    const made = { ...about, name: toPieceName(about) };
    const log = await readLog(start, end, position);
    const bytes = [await pack(log, { level })];
    await writeWhole(join(folder, made.name), seal === null ? bytes : seal(toAsync(bytes)));
    last = { piece: made, sha256: createHash('sha256').update(log).digest('hex') };
    for (const piece of written.filter((one) => one.from >= start && one.to <= end)) {
      await rm(join(folder, piece.name), { force: true });
      written.splice(written.indexOf(piece), 1);
    }
    written.push(made);
  }
  return last;
}

async function* toAsync(bytes: readonly Uint8Array[]): Bytes {
  yield* bytes;
}

/** The bytes of the log between two places of one segment. */
export async function readLog(
  from: Place,
  to: Place,
  { pgData, timeline, segmentSize }: Pick<Position, 'pgData' | 'timeline' | 'segmentSize'>,
): Promise<Buffer> {
  const start = toSegmentStart(from, segmentSize);
  const name = toSegmentName(from, timeline, segmentSize);
  const gone = () => new JournalFault(`PostgreSQL has the log's ${name} no more`);
  const file = await open(join(pgData, 'pg_wal', name)).catch((error: unknown) => {
    throw error instanceof Error && 'code' in error && error.code === 'ENOENT' ? gone() : error;
  });
  try {
    const bytes = Buffer.alloc(Number(to - from));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, Number(from - start));
    // A file that is done with gets another name and other pages while we read.
    if (bytesRead < bytes.length || !isOfPlaces(bytes, from)) {
      throw gone();
    }
    return bytes;
  } finally {
    await file.close();
  }
}

/** Whether each page that begins among the bytes says that it belongs there; behind the end of a segment that was left early they say nothing. */
function isOfPlaces(bytes: Buffer, from: Place): boolean {
  const first = Number((BigInt(pageSize) - (from % BigInt(pageSize))) % BigInt(pageSize));
  for (let at = first; at + placeInPage + 8 <= bytes.length; at += pageSize) {
    const said = bytes.readBigUInt64LE(at + placeInPage);
    if (said !== 0n && said !== from + BigInt(at)) {
      return false;
    }
  }
  return true;
}
