import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { formatName, formatVersion, type Manifest } from '../manifest.ts';

/** A manifest of nothing, for tests to put something into. */
export const emptyManifest: Manifest = {
  format: formatName,
  version: formatVersion,
  instant: null,
  notice: '',
  migrations: {},
  tables: [],
  left_out: {},
  streams: [],
  files: [],
  entries: [],
};

/** What the manifest says of entries of this content. */
export function toEntries(contents: Readonly<Record<string, string | Buffer>>) {
  return Object.entries(contents).map(([path, content]) => ({
    path,
    size: Buffer.byteLength(content),
    sha256: createHash('sha256').update(content).digest('hex'),
  }));
}

/** Writes a zip of these entries, whatever they are. */
export async function makeZip(
  path: string,
  contents: readonly (readonly [string, string | Buffer])[],
  { isPacked = true } = {},
): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of contents) {
    zip.addBuffer(Buffer.from(content), name, { compress: isPacked });
  }
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}

/** Writes a league's file of these entries and a manifest that is changed by `more`. */
export function makeFile(
  path: string,
  contents: Readonly<Record<string, string | Buffer>>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const manifest = { ...emptyManifest, entries: toEntries(contents), ...more };
  return makeZip(path, [
    ...Object.entries(contents),
    ['manifest.json', JSON.stringify(manifest)] as const,
  ]);
}
