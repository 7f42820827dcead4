import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JournalFault } from './journal-fault.ts';
import { type Piece, parsePieceName } from './piece-name.ts';
import { type Place, parsePlace } from './position.ts';

/** What a base copy says of itself, in a file that is written when the copy is whole. */
export interface BaseManifest {
  format: 'muster-journal';
  version: 1;
  /** PostgreSQL's version, which alone reads its files. */
  postgresql: string;
  system: string;
  timeline: number;
  segment_size: number;
  /** Where the log has to be read from, and how far at least, as PostgreSQL writes places. */
  start: string;
  stop: string;
  /** When it was begun and whole, by the server's clock. No instant before the second can be restored from it. */
  started_at: string;
  stopped_at: string;
  /** The file that tells PostgreSQL where to begin. */
  backup_label: string;
  /** The chain that the same database wrote before; null where there was none. */
  after: string | null;
  file: string;
  sha256: string;
}

export const manifestName = 'base.json';

/** A base copy and the pieces of the log since, in a folder of their own. */
export interface Chain {
  name: string;
  folder: string;
  base: BaseManifest;
  stoppedAt: Date;
  /** By their places; where two cover the same, the one that goes further is first. */
  pieces: Piece[];
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isCount = (value: unknown): value is number => Number.isSafeInteger(value);
const isInstant = (value: unknown) => isText(value) && !Number.isNaN(Date.parse(value));
const isPlace = (value: unknown) => isText(value) && /^[0-9A-F]{1,8}\/[0-9A-F]{1,8}$/.test(value);

/** @throws JournalFault where it is none of ours. */
function parseManifest(content: string): BaseManifest {
  let read: Partial<Record<keyof BaseManifest, unknown>>;
  try {
    read = JSON.parse(content);
  } catch {
    read = {};
  }
  const texts = [read.postgresql, read.system, read.backup_label, read.sha256];
  const isWhole =
    read?.format === 'muster-journal' &&
    texts.every(isText) &&
    (read.after === null || isText(read.after)) &&
    isText(read.file) &&
    /^base\.tar\.gz(\.age)?$/.test(read.file) &&
    [read.timeline, read.segment_size].every(isCount) &&
    [read.start, read.stop].every(isPlace) &&
    [read.started_at, read.stopped_at].every(isInstant);
  if (!isWhole) {
    throw new JournalFault(`${manifestName} is not what a base copy says of itself`);
  }
  if (read.version !== 1) {
    throw new JournalFault(`a newer Muster wrote ${manifestName}: take that, or a newer one`);
  }
  return read as BaseManifest;
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code));

/** What lies in a chain's folder, before it is understood. */
export interface FoundChain {
  name: string;
  /** What its base copy says of itself. */
  manifest: string;
  /** The names of its files. */
  files: readonly string[];
}

/** Null where its base copy is not whole. */
async function findChain(folder: string, name: string): Promise<FoundChain | null> {
  const path = join(folder, name);
  try {
    const manifest = await readFile(join(path, manifestName), 'utf8');
    return { name, manifest, files: await readdir(path) };
  } catch (error) {
    if (isMissing(error)) {
      return null;
    }
    throw error;
  }
}

function toChain({ name, manifest, files }: FoundChain, folder: string): Chain {
  const base = parseManifest(manifest);
  return {
    ...{ name, folder: join(folder, name), base, stoppedAt: new Date(base.stopped_at) },
    pieces: files
      .flatMap((file) => parsePieceName(file) ?? [])
      .filter(({ timeline }) => timeline === base.timeline)
      .toSorted((one, other) => compare(one.from, other.from) || compare(other.to, one.to)),
  };
}

const compare = (one: Place, other: Place) => (one < other ? -1 : one > other ? 1 : 0);

/**
 * The chains of which it was found what lies in them, the newest first. One that says of itself what this does not
 * understand is passed over.
 * @throws JournalFault where there are such alone.
 */
export function toChains(found: readonly FoundChain[], folder: string): Chain[] {
  const chains: Chain[] = [];
  let fault: JournalFault | null = null;
  for (const one of found) {
    try {
      chains.push(toChain(one, folder));
    } catch (error) {
      if (!(error instanceof JournalFault)) {
        throw error;
      }
      fault = error;
    }
  }
  if (chains.length === 0 && fault !== null) {
    throw fault;
  }
  return chains.toSorted((one, other) => other.stoppedAt.getTime() - one.stoppedAt.getTime());
}

/**
 * The chains of a journal whose base copies are whole, the newest first; none where there is no folder.
 * @throws JournalFault where none of them is understood.
 */
export async function readChains(folder: string): Promise<Chain[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) {
      return [];
    }
    throw error;
  });
  const found: FoundChain[] = [];
  for (const name of names.filter((one) => chainPattern.test(one))) {
    const one = await findChain(folder, name);
    found.push(...(one === null ? [] : [one]));
  }
  return toChains(found, folder);
}

/** The instant at which it was begun, and random letters: two leagues, or two lives of one, never share a chain. */
export const chainPattern = /^\d{8}T\d{9}Z-[0-9a-f]{8}$/;

/** A part of the log without a gap. */
export interface Covered {
  pieces: Piece[];
  /** The first place that is missing. */
  until: Place;
  /** The instant of its last piece; null where it does not even make the base copy whole. */
  at: Date | null;
  /** The first piece behind a gap. */
  behind: Piece | null;
}

/** The log of a chain from its base copy on, as far as there is no gap. */
export function coverLog({ base, pieces }: Pick<Chain, 'base' | 'pieces'>): Covered {
  const size = BigInt(base.segment_size);
  const start = parsePlace(base.start);
  let until = start - (start % size);
  let at: Date | null = null;
  const used: Piece[] = [];
  for (const piece of pieces) {
    if (piece.from > until) {
      return { pieces: used, until, at, behind: piece };
    }
    if (piece.to > until) {
      used.push(piece);
      until = piece.to;
    }
    if (until >= parsePlace(base.stop)) {
      at = used.at(-1)?.at ?? null;
    }
  }
  return { pieces: used, until, at, behind: null };
}
