import { createHash, randomUUID } from 'node:crypto';
import { closeSync, createReadStream, openSync, statSync, unlinkSync, writeFile } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { FileFault } from './file-fault.ts';
import {
  type Entry,
  type Manifest,
  manifestPath,
  mostManifestBytes,
  parseManifest,
} from './manifest.ts';
import { findKeys, requireIdentities, unseal } from './sealing.ts';
import { type OpenZip, openZip } from './zip/open-zip.ts';

/** A file that names its entries in a manifest, open. */
export interface OpenedFile<Named extends { entries: Entry[] }> {
  manifest: Named;
  /**
   * An entry's bytes; they end in a FileFault where they are not those that the manifest names. Whoever reads to
   * the end knows that they are.
   */
  read(path: string): AsyncGenerator<Buffer>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A league's file, open. */
export type LeagueFile = OpenedFile<Manifest>;

export interface OpenOptions {
  /** Secret keys of age, one of which opens a sealed file. */
  identities: readonly string[];
  signal: AbortSignal;
  /** Where a sealed file lies opened for as long as it is in hand; the machine's folder for such unless given. */
  folder?: string;
  /** In place of what a million entries need. */
  mostManifestBytes?: number;
}

const writeOn = promisify(writeFile);

/**
 * Opens a league's file, sealed or not, and reads what it says of itself.
 * @throws FileFault that says what is wrong with it.
 */
export function openLeagueFile(path: string, options: OpenOptions): Promise<LeagueFile> {
  return openWith(parseManifest, path, options);
}

/**
 * Opens a league's file of which `openBytes` has opened the bytes; they are closed with it, also where it is none.
 * @throws FileFault that says what is wrong with it.
 */
export function openLeagueBytes(
  bytes: number,
  options: Pick<OpenOptions, 'mostManifestBytes'> = {},
): Promise<LeagueFile> {
  return openPlain(bytes, parseManifest, options);
}

/**
 * Opens a file whose manifest this understands.
 * @throws FileFault that says what is wrong with it.
 */
export async function openWith<Named extends { entries: Entry[] }>(
  parse: (manifest: string) => Named,
  path: string,
  options: OpenOptions,
): Promise<OpenedFile<Named>> {
  return openPlain(await openBytes(path, options), parse, options);
}

/**
 * The bytes of a file, sealed or not, as an open file; nothing is known of them yet.
 * @throws FileFault where there is no file, or where no key opens it.
 */
export async function openBytes(path: string, options: OpenOptions): Promise<number> {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) {
    throw new FileFault('there is no such file');
  }
  const keys = await findKeys(path);
  if (keys === null) {
    return openSync(path, 'r');
  }
  requireIdentities(options.identities, keys);
  // A zip is read from its end, and what is sealed from its beginning: it lies here while it is open.
  const plain = openNameless(options.folder ?? tmpdir());
  try {
    await unpackSealed(path, plain, { ...options, keys });
  } catch (error) {
    closeSync(plain);
    throw error;
  }
  return plain;
}

/** A file that has no name any more: whatever ends the process, its bytes go with it. */
function openNameless(folder: string): number {
  const path = join(folder, `muster-file-${randomUUID()}`);
  const file = openSync(path, 'wx+', 0o600);
  unlinkSync(path);
  return file;
}

async function unpackSealed(
  path: string,
  plain: number,
  { signal, ...options }: OpenOptions & { keys: readonly string[] },
): Promise<void> {
  const opened = await unseal(createReadStream(path, { signal }), options);
  try {
    for await (const chunk of opened) {
      signal.throwIfAborted();
      await writeOn(plain, chunk);
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && 'syscall' in error) {
      throw error;
    }
    throw new FileFault('it is damaged: it cannot be decrypted to its end');
  }
}

/** Closes the file by itself, also where it is none. */
async function openPlain<Named extends { entries: Entry[] }>(
  file: number,
  parse: (manifest: string) => Named,
  { mostManifestBytes: most = mostManifestBytes }: Pick<OpenOptions, 'mostManifestBytes'>,
): Promise<OpenedFile<Named>> {
  const zip = await openZip(file);
  try {
    const manifest = parse(await readManifest(zip, most));
    const entries = new Map(manifest.entries.map((entry) => [entry.path, entry]));
    requireSameEntries(zip, entries);
    return {
      manifest,
      read: (name) => readEntry(zip, name, entries.get(name)),
      async [Symbol.asyncDispose]() {
        zip.close();
      },
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function readManifest(zip: OpenZip, most: number): Promise<string> {
  const size = zip.sizes.get(manifestPath);
  if (size === undefined) {
    throw new FileFault('it has no manifest: it is no league, or not a whole one');
  }
  if (size > most) {
    const way = most < mostManifestBytes ? '; muster restore takes it on the host' : '';
    throw new FileFault(`its manifest is longer than ${most} bytes${way}`);
  }
  const content = Buffer.concat(await Array.fromAsync(await zip.read(manifestPath)));
  // It names the hash of everything else, and nothing names its own.
  if (crc32(content) !== zip.checksums.get(manifestPath)) {
    throw new FileFault('its manifest is damaged: it is not what was written');
  }
  return content.toString('utf8');
}

/** What the zip lists and what the manifest names are the same, each as long as it says. */
function requireSameEntries(zip: OpenZip, entries: ReadonlyMap<string, Entry>): void {
  for (const { path, size } of entries.values()) {
    const found = zip.sizes.get(path);
    if (found === undefined) {
      throw new FileFault(`${path} is missing`);
    }
    if (found !== size) {
      throw new FileFault(`${path} has ${found} bytes, and its manifest says ${size}`);
    }
  }
  for (const path of zip.sizes.keys()) {
    if (path !== manifestPath && !entries.has(path)) {
      throw new FileFault(`its manifest does not know ${path}`);
    }
  }
}

async function* readEntry(zip: OpenZip, path: string, entry: Entry | undefined) {
  if (entry === undefined) {
    throw new FileFault(`${path} is missing`);
  }
  const hash = createHash('sha256');
  try {
    for await (const chunk of await zip.read(path)) {
      hash.update(chunk);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof FileFault ? error : new FileFault(`${path} cannot be unpacked`);
  }
  if (hash.digest('hex') !== entry.sha256) {
    throw new FileFault(`${path} is not what its manifest says: its hash differs`);
  }
}
