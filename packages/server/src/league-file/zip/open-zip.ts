import { closeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl';
import { FileFault } from '../file-fault.ts';

/** More would be no league, and fill the memory of whoever lists them. */
const mostEntries = 2_000_000;
/** Rows pack to a tenth or a twentieth; what unpacks to more than this many times itself is made to. */
const mostUnpacking = 200;
/** Small files may unpack to this all the same, in bytes. */
const alwaysUnpacked = 64 * 1024 * 1024;

const stored = 0;
const deflated = 8;

/** A zip whose list of entries has been read and found sound. */
export interface OpenZip {
  /** How long each entry is unpacked, by its path. */
  sizes: ReadonlyMap<string, number>;
  /** CRC-32 of each entry, by its path: what the list says, which nothing here has compared. */
  checksums: ReadonlyMap<string, number>;
  /** An entry's bytes; they end in an error where they are not as many as the list says. */
  read(path: string): Promise<Readable>;
  close(): void;
}

/** What the library says of a zip that it does not take. */
function toFault(error: unknown): FileFault {
  if (error instanceof FileFault) {
    return error;
  }
  const words = error instanceof Error ? error.message.replace(/\.$/, '') : error;
  return new FileFault(
    `the zip is not sound: ${words} (fetch it once more from where it lies, or take another backup)`,
  );
}

/**
 * Opens a zip and reads its list of entries, unpacking nothing. The open file is its own from here on.
 * @throws FileFault for what is no zip, leaves its folder, is there twice, is packed in another way, or unpacks to
 * more than a league does.
 */
export async function openZip(file: number): Promise<OpenZip> {
  const zip = await fromFdPromise(file, { autoClose: false, strictFileNames: true }).catch(
    (error: unknown) => {
      closeSync(file);
      throw toFault(error);
    },
  );
  try {
    const entries = await listEntries(zip);
    return {
      sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      checksums: new Map([...entries].map(([name, { crc32 }]) => [name, crc32])),
      read: async (name) => {
        const entry = entries.get(name);
        if (entry === undefined) {
          throw new FileFault(`${name} is missing`);
        }
        return zip.openReadStreamPromise(entry).catch((error: unknown) => {
          throw toFault(error);
        });
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw toFault(error);
  }
}

async function listEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const most = Math.max(alwaysUnpacked, zip.fileSize * mostUnpacking);
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  for await (const entry of zip.eachEntry()) {
    const { fileName, compressionMethod } = entry;
    if (entries.has(fileName)) {
      throw new FileFault(`${fileName} is there twice`);
    }
    if (entry.isEncrypted() || ![stored, deflated].includes(compressionMethod)) {
      throw new FileFault(`${fileName} is packed in a way that a league's file is not`);
    }
    unpacked += entry.uncompressedSize;
    if (unpacked > most) {
      throw new FileFault(`it would unpack to more than ${most} bytes, which no league does`);
    }
    if (entries.size === mostEntries) {
      throw new FileFault(`it has more than ${mostEntries} entries`);
    }
    entries.set(fileName, entry);
  }
  return entries;
}
